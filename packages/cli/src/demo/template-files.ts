/** Reads the demo's templates from the files that come with this package. */
import { readFileSync } from 'node:fs'
import { type DemoTemplates, demoTemplates } from './templates.ts'

/** Beside `src` and `dist` alike. */
const FOLDER = new URL('../../demo/', import.meta.url)

export const readTemplates = (): DemoTemplates =>
  demoTemplates(file => readFileSync(new URL(file, FOLDER), 'utf8'))
