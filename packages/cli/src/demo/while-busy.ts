/** A slow machine has the requests of the demo wait for each other, for longer than the server lets them. */
import { type CairnClient, isCairnError } from '@cairn-ehr/client'

/** With a pause of a second in between. */
const MOST_ATTEMPTS = 30
const PAUSE_MS = 1000

/** The same client; a request that the server was too busy for changed nothing, and is sent again. */
export const patientClient = (client: CairnClient, pauseMs = PAUSE_MS): CairnClient => ({
  ...client,
  call: async (request, options) => {
    for (let attempt = 1; ; attempt++)
      try {
        return await client.call(request, options)
      } catch (error) {
        if (!isCairnError(error, 'service.busy') || attempt === MOST_ATTEMPTS) throw error
        await new Promise(done => setTimeout(done, pauseMs))
      }
  },
})
