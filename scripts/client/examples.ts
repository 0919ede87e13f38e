/** The texts of the examples that the tests run, to be shown above the methods of the client. */
import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../test/client/examples/', import.meta.url)

/** `  composition_get: async ({ cairn, ehrId }) => {`, lines, `  },` */
const EXAMPLE = /^ {2}([a-z][a-z0-9_]*): async \([^)]*\) => \{\n(.*?)^ {2}\},$/gms

const outdented = (text: string): string => text.replace(/^ {4}/gm, '').trimEnd()

/** By the id of the operation. */
export function examplesIn(): Readonly<Record<string, string>> {
  const texts = readdirSync(FOLDER)
    .filter(name => name.endsWith('.ts'))
    .sort()
    .map(name => readFileSync(new URL(name, FOLDER), 'utf8'))
  return Object.fromEntries(
    texts.flatMap(text => [...text.matchAll(EXAMPLE)].map(([, id = '', body = '']) => [id, outdented(body)])),
  )
}
