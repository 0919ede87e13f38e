/** A short name for a browser and its system, for people who look at their sessions. */

/** The first that matches counts: most browsers claim to be others as well. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

const firstMatch = (rows: typeof BROWSERS, text: string) =>
  rows.find(([, pattern]) => pattern.test(text))?.[0]

export function deviceName(userAgent: string): string {
  const parts = [firstMatch(BROWSERS, userAgent), firstMatch(SYSTEMS, userAgent)].filter(
    part => part !== undefined,
  )
  return parts.length > 0 ? parts.join(' · ') : userAgent.slice(0, 60) || '?'
}
