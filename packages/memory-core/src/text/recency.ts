/**
 * The factor by which age reduces a weight: 1 / (1 + age × rate), with the age in hours and the rate per hour. With a
 * rate of 0.001, it is a half after 1,000 hours. Future times count as new; a rate of 0 or less disables fading.
 */
export function hyperbolicDecay(ageHours: number, rate: number): number {
  return 1 / (1 + Math.max(0, ageHours) * Math.max(0, rate))
}
