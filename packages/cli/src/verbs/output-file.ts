/** Results that go to a file where `--out` names one. */
import { writeFileSync } from 'node:fs'
import type { Context } from '../command/verb.ts'

export const OUT = {
  out: { type: 'string', short: 'o', value: 'file', about: 'write to this file' },
} as const

export function writeResult({ write, tell }: Context, text: string, out: string | undefined): void {
  if (out === undefined) {
    write(text)
    return
  }
  writeFileSync(out, text.endsWith('\n') ? text : `${text}\n`)
  tell(`Written to ${out}.`)
}
