/** `cairn demo`: a hospital to try things on. */
import { type CairnClient, isCairnError } from '@cairn-ehr/client'
import { UsageError } from '../command/usage-error.ts'
import { type Context, verb } from '../command/verb.ts'
import { MOST_PATIENTS, USUAL_PATIENTS } from '../demo/identity.ts'

export function patientsOf(text: string | undefined): number {
  const patients = Number(text ?? USUAL_PATIENTS)
  if (text !== undefined && (!/^\d+$/.test(text) || patients < 1 || patients > MOST_PATIENTS))
    throw new UsageError(`--patients takes a whole number from 1 to ${MOST_PATIENTS}, not "${text}".`, 'demo')
  return patients
}

/** With people, if the client may write them. */
async function openClient(
  connect: Context['connect'],
): Promise<{ readonly client: CairnClient; readonly withPeople: boolean }> {
  const client = connect('api.read api.write api.admin')
  try {
    await client.token()
    return { client, withPeople: true }
  } catch (error) {
    if (!isCairnError(error, 'oauth.invalid_scope')) throw error
    return { client: connect('api.read api.write'), withPeople: false }
  }
}

export const DEMO_VERBS = [
  verb({
    words: 'demo',
    about: `load a hospital of ${USUAL_PATIENTS} made-up patients to try things on, in a separate server`,
    details:
      'Safe to run again: it keeps what the server has and adds what is missing, also after an interruption.',
    noJson: true,
    options: {
      patients: { type: 'string', value: 'n', about: `another number of patients, at most ${MOST_PATIENTS}` },
      'among-others': { type: 'boolean', about: 'in a server that has patients of yours' },
    },
    run: async ({ connect, out, now, stop, write }, { options }) => {
      const { demo } = await import('../demo/demo.ts')
      const wanted = { patients: patientsOf(options.patients), amongOthers: options['among-others'] }
      write(await demo({ ...(await openClient(connect)), out, now, stop }, wanted))
    },
  }),
]
