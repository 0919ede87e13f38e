/** The version of this server, as its package says it. */
import { readFileSync } from 'node:fs'

const file = new URL('../../package.json', import.meta.url)

export const VERSION: string = JSON.parse(readFileSync(file, 'utf8')).version
