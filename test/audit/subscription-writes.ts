/** Every write to a subscription, each with its event in the audit trail. */
import type { WriteEvents } from './write-events.ts'

const ROOT = '/extra/v1/subscription'

export async function writeSubscriptions({ write }: WriteEvents): Promise<void> {
  const body = { name: 'Hook', url: 'https://hooks.example.org/', active: false }
  const { id } = (await write({ operation: `POST ${ROOT}`, target: ROOT, body })).json()
  const one = `${ROOT}/{subscription_id}`
  const target = `${ROOT}/${id}`
  await write({ operation: `PUT ${one}`, target, body: { name: 'Other' } })
  for (const verb of ['pause', 'resume', 'secret'])
    await write({ operation: `POST ${one}/${verb}`, target: `${target}/${verb}` })
  await write({ operation: `POST ${one}/resend`, target: `${target}/resend`, body: { after: 'now' } })
  await write({ operation: `DELETE ${one}`, target })
}
