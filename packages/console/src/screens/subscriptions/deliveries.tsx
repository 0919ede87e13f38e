/** Attempts to deliver, the latest first: status, time, and the beginning of the answer. Each can be sent again. */
import type { Delivery } from '@cairn-ehr/client'
import { Badge, Button, Table, Text } from '@mantine/core'
import { formatClock, formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Failure, Loading } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useAct } from '../../session/use-act.ts'
import { subscriptionsKey, useDeliveries } from './queries.ts'
import style from './subscriptions.module.css'
import { useTexts } from './texts.ts'

interface RowProps {
  readonly subscriptionId: string
  readonly delivery: Delivery
  readonly canResend: boolean
}

/** Tests are not in the feed, so they cannot be sent again. */
const PING = 'cairn.ping'

function StatusBadge({ delivery }: { readonly delivery: Delivery }) {
  const t = useTexts()
  const { taken, status } = delivery
  return (
    <Badge color={taken ? 'cairn' : 'red'} variant="light">
      {status ?? t('no answer')}
      {taken ? ` ${t('taken')}` : ''}
    </Badge>
  )
}

function DeliveryRow({ subscriptionId, delivery, canResend }: RowProps) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { id, type, webhook_id, events, attempt, sent_at, milliseconds, answer } = delivery
  const resending = useAct(
    cairn => cairn.subscriptions.redeliver({ subscription_id: subscriptionId, delivery_id: id }),
    [subscriptionsKey],
  )
  return (
    <>
      <Table.Tr>
        <Table.Td className={style['nowrap']}>
          {formatIso(sent_at.slice(0, 10), timeStyle)} {formatClock(new Date(sent_at), timeStyle, true)}
        </Table.Td>
        <Table.Td>
          {type}
          {events > 1 ? ` · ${t('{count} {count:event|events}', { count: events })}` : ''}
          <div className="mono dim">{webhook_id}</div>
        </Table.Td>
        <Table.Td>{attempt}</Table.Td>
        <Table.Td>
          <StatusBadge delivery={delivery} />
        </Table.Td>
        <Table.Td className={style['nowrap']}>{milliseconds} ms</Table.Td>
        <Table.Td className={style['answer']}>{answer}</Table.Td>
        {canResend ? (
          <Table.Td>
            {type === PING ? null : (
              <Button
                size="compact-sm"
                variant="default"
                loading={resending.isPending}
                onClick={() => resending.mutate()}
              >
                {t('Send again')}
              </Button>
            )}
          </Table.Td>
        ) : null}
      </Table.Tr>
      {resending.error === null ? null : (
        <Table.Tr>
          <Table.Td colSpan={7}>
            <Failure error={resending.error} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

type DeliveriesProps = Omit<RowProps, 'delivery'>

export function Deliveries({ subscriptionId, canResend }: DeliveriesProps) {
  const t = useTexts()
  const pages = useDeliveries(subscriptionId)
  const all = pages.data?.pages.flatMap(page => page.deliveries) ?? []
  const headings = [t('Time'), t('Event'), t('Attempt'), t('Outcome'), t('Duration'), t('Answer')]
  return (
    <section className={style['panel']} aria-label={t('Deliveries')}>
      <h2 className={style['heading']}>{t('Deliveries')}</h2>
      {pages.error ? <Failure error={pages.error} retry={() => void pages.refetch()} /> : null}
      {pages.isLoading ? <Loading rows={5} /> : null}
      {pages.data && all.length === 0 ? <Text c="dimmed">{t('Nothing was sent yet.')}</Text> : null}
      {all.length === 0 ? null : (
        <WideTable
          label={t('Deliveries')}
          headings={canResend ? [...headings, t('Actions')] : headings}
          minWidth={960}
        >
          {all.map(delivery => (
            <DeliveryRow
              key={delivery.id}
              subscriptionId={subscriptionId}
              delivery={delivery}
              canResend={canResend}
            />
          ))}
        </WideTable>
      )}
      {pages.hasNextPage ? (
        <Button
          mt="sm"
          variant="default"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('More')}
        </Button>
      ) : null}
    </section>
  )
}
