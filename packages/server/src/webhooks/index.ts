/** Webhooks: subscriptions to the change feed, and the delivery of their events. */
import { type BoundEndpoint, bind } from '../http/index.ts'
import { asyncApiEndpoints, type DescribedService } from './asyncapi.ts'
import { deliveryEndpoints } from './delivery-endpoints.ts'
import { subscriptionEndpoints } from './endpoints.ts'
import type { SingleDeliveryNeeds } from './single-deliveries.ts'

export { openConditions } from './conditions.ts'
export { openDeliverer } from './deliverer.ts'
export type { Owner } from './subscription.ts'
export { resealSubscriptions } from './subscription-store.ts'

/** Limited rights open it: events are read with the rights of the owner. */
export const webhookRoomEndpoints = (needs: SingleDeliveryNeeds): BoundEndpoint[] =>
  bind([...subscriptionEndpoints, ...deliveryEndpoints], needs, () => needs)

/** The description of events, beside that of the API. */
export const eventDescriptionEndpoints = (service: DescribedService): BoundEndpoint[] =>
  bind(asyncApiEndpoints, service)
