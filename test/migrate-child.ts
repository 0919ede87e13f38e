/** Migrates a database by the files of a folder, in a process that a test can kill: `<url> <folder>`. */
import { migrate } from '../packages/server/src/db/index.ts'

const [, , url = '', folder = ''] = process.argv
await migrate(url, { folder })
