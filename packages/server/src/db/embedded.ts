/** Loads the embedded database from its package, which is not needed with an external PostgreSQL. */
import type { EmbeddedDatabase, EmbeddedOptions, Remedy } from '@cairn-ehr/embedded'
import { StartError } from './start-error.ts'

type Options = Omit<EmbeddedOptions, 'name'>
type Open = 'openEmbedded' | 'attachEmbedded'

const OWN_SERVER = 'Set CAIRN_DATABASE_URL to a PostgreSQL server of your own (15 or newer).'

const REMEDIES: Readonly<Record<Remedy, string>> = {
  'other-folder': 'Start Cairn as another user, or set CAIRN_DATA_DIR to another folder.',
  'own-server': OWN_SERVER,
  'create-first': 'Set CAIRN_DATA_DIR to the data folder of the server ("cairn serve" makes a new one).',
}

const load = () =>
  import('@cairn-ehr/embedded').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new StartError(
      `There is no database. ${OWN_SERVER} To try Cairn without one, install the package @cairn-ehr/embedded.`,
    )
  })

async function openBy(how: Open, options: Options): Promise<EmbeddedDatabase> {
  const embedded = await load()
  try {
    return await embedded[how]({ ...options, name: 'cairn' })
  } catch (error) {
    if (!(error instanceof embedded.EmbeddedError)) throw error
    const { message, remedy } = error
    throw new StartError(remedy === undefined ? message : `${message} ${REMEDIES[remedy]}`)
  }
}

/** For the server, which locks the data folder and creates the database if there is none. */
export const openEmbedded = (options: Options) => openBy('openEmbedded', options)

/** For a command, which shares the database with a running server, or starts it temporarily. */
export const attachEmbedded = (options: Options) => openBy('attachEmbedded', options)
