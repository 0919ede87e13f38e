/** The entry of the program; nothing else in the server reads `process.env`. */
import '../node-version.cjs'
import { setFlagsFromString } from 'node:v8'
import { openFilesLimit } from './settings/open-files.ts'

// V8 would move objects of requests to its old generation from the start. There they, and all that they refer to, stay until the next full
// collection: a read takes 14 % longer (docs/decisions/0039-no-pretenuring.md, measured again for 0097).
setFlagsFromString('--no-allocation-site-pretenuring')

/** Node opens all files of a program at once while it loads them; 256 were enough, 224 were not. */
const FILES_TO_START = 320

// Read first: when all files are in use, it cannot be read.
const filesLimit = openFilesLimit() ?? FILES_TO_START

// Loaded late, so that this file can report it if Node may not open enough files.
const code = await import('./commands/run.ts')
  .then(({ run }) => run(process.argv.slice(2), process.env))
  .catch(tellOfFiles)
// A command may have set another exit code.
process.exitCode ||= code

function tellOfFiles(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EMFILE' && filesLimit >= FILES_TO_START) throw error
  process.stderr.write(
    `Cairn cannot start: this process may open only ${filesLimit} files. Raise the limit to 1024 or more ("ulimit -n 1024").\n`,
  )
  process.exit(1)
}
