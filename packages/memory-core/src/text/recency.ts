/**
 * How much of its weight something keeps at an age: 1 / (1 + age × rate), with the age in hours and the rate per hour.
 * At 0.001 it is a half after 1,000 hours. What lies in the future counts as new; a rate of 0 or less fades nothing.
 */
export function hyperbolicDecay(ageHours: number, rate: number): number {
  return 1 / (1 + Math.max(0, ageHours) * Math.max(0, rate))
}
