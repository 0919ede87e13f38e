/** Headers that go out with every answer, errors included (OWASP ASVS 5.0, 3.4 and 14.3.2). */

/** The policy for answers that are not pages; pages have their own. */
const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function securityHeaders(baseUrl: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': API_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    ...(baseUrl.startsWith('https:')
      ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
}
