/** The queries of subscriptions, which ask again by themselves: deliveries go on. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAsk } from '../../session/use-ask.ts'
import { useCairn } from '../../session/use-session.ts'

const REFRESH_MS = 5000

export const subscriptionsKey = ['subscriptions']

export const useSubscriptions = (isWanted = true) =>
  useAsk(subscriptionsKey, (cairn, signal) => cairn.subscriptions.list({}, { signal }), {
    enabled: isWanted,
    refetchInterval: REFRESH_MS,
  })

export const useSubscription = (subscription_id: string) =>
  useAsk(
    [...subscriptionsKey, subscription_id],
    (cairn, signal) => cairn.subscriptions.get({ subscription_id }, { signal }),
    { refetchInterval: REFRESH_MS },
  )

/** The place of the newest change. */
export const useFeedHead = () =>
  useAsk(
    [...subscriptionsKey, 'head'],
    async (cairn, signal) => (await cairn.changeFeed.list({ after: 'now', limit: 1 }, { signal })).next,
    { refetchInterval: REFRESH_MS },
  )

const PAGE = 50

export function useDeliveries(subscription_id: string) {
  const cairn = useCairn()
  return useInfiniteQuery({
    queryKey: [...subscriptionsKey, subscription_id, 'deliveries'],
    queryFn: ({ pageParam, signal }) =>
      cairn.subscriptions.deliveries(
        { subscription_id, limit: PAGE, ...(pageParam === 0 ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFRESH_MS,
  })
}
