import type { SecretMatch } from './secret-rule.ts'

/** Whether a text is a JSON Web Token: its first part decodes to a JSON object that names an algorithm (RFC 7515, 7516). */
export function isWebToken({ secret }: SecretMatch): boolean {
  const [header = ''] = secret.split('.', 1)
  try {
    const value: unknown = JSON.parse(atob(header.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof value === 'object' && value !== null && 'alg' in value
  } catch {
    return false // neither base64url nor JSON: something else that begins in the same way
  }
}
