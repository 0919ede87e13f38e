/** Examples of the operations on subscriptions. Each is run as a test, and shown above the method that it is of. */
import type { World } from './world.ts'

const URL = 'https://hooks.example.org/cairn'

const newSubscription = async (cairn: World['cairn']): Promise<string> =>
  (await cairn.subscriptions.create({ body: { name: 'Alarms', url: URL, active: false } })).id

export const SUBSCRIPTION_EXAMPLES = {
  subscription_list: async ({ cairn }: World) => {
    const subscriptions = await cairn.subscriptions.list()
    return subscriptions.length >= 0
  },
  subscription_create: async ({ cairn }: World) => {
    const { id, secret } = await cairn.subscriptions.create({
      body: {
        name: 'Laboratory',
        url: 'https://hooks.example.org/cairn',
        filter: { type: ['composition'], template_id: ['Laboratory report'] },
      },
    })
    return id !== '' && secret
  },
  subscription_get: async ({ cairn }: World) => {
    const subscription_id = await newSubscription(cairn)
    const { active, position } = await cairn.subscriptions.get({ subscription_id })
    return !active && position
  },
  subscription_update: async ({ cairn }: World) => {
    const subscription_id = await newSubscription(cairn)
    const { batch_size } = await cairn.subscriptions.update({ subscription_id, body: { batch_size: 20 } })
    return batch_size === 20
  },
  subscription_delete: async ({ cairn }: World) => {
    const subscription_id = await newSubscription(cairn)
    await cairn.subscriptions.delete({ subscription_id })
    return true
  },
  subscription_pause: async ({ cairn }: World) => {
    const subscription_id = await newSubscription(cairn)
    const { active } = await cairn.subscriptions.pause({ subscription_id })
    return !active
  },
  subscription_resume: async ({ cairn }: World) => {
    const subscription_id = await newSubscription(cairn)
    const { active } = await cairn.subscriptions.resume({ subscription_id })
    return active
  },
  subscription_rotate: async ({ cairn }: World) => {
    const subscription_id = await newSubscription(cairn)
    const { secret } = await cairn.subscriptions.rotate({ subscription_id, body: { overlap_seconds: 3600 } })
    return secret
  },
  subscription_resend: async ({ cairn }: World) => {
    const subscription_id = await newSubscription(cairn)
    const { position } = await cairn.subscriptions.resend({ subscription_id, body: { after: 'start' } })
    return position === 'start'
  },
  subscription_ping: async ({ cairn }: World) => {
    const subscription_id = await newSubscription(cairn)
    const { taken, answer } = await cairn.subscriptions.ping({ subscription_id })
    return taken || answer
  },
  subscription_deliveries: async ({ cairn }: World) => {
    const subscription_id = await newSubscription(cairn)
    await cairn.subscriptions.ping({ subscription_id })
    const { deliveries } = await cairn.subscriptions.deliveries({ subscription_id, limit: 10 })
    return deliveries.length === 1
  },
  subscription_redeliver: async ({ cairn }: World) => {
    const subscription_id = await newSubscription(cairn)
    const { id: delivery_id } = await cairn.subscriptions.ping({ subscription_id })
    const { attempt } = await cairn.subscriptions.redeliver({ subscription_id, delivery_id })
    return attempt === 2
  },
}
