/** Subscriptions of the reader, or all of them for administrators, with their state and lag. */
import type { Subscription } from '@cairn-ehr/client'
import { Button, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { FilterWords } from './filter-words.tsx'
import { NewSecret } from './new-secret.tsx'
import { PausedNotice } from './paused-notice.tsx'
import { useFeedHead, useSubscriptions } from './queries.ts'
import { Lag, StateBadge } from './state-badge.tsx'
import { SubscriptionDialog } from './subscription-dialog.tsx'
import style from './subscriptions.module.css'
import { useTexts } from './texts.ts'

function SubscriptionRow({
  subscription,
  head,
}: {
  readonly subscription: Subscription
  readonly head: string | undefined
}) {
  const { id, name, url, filter, person, client_id } = subscription
  return (
    <Table.Tr>
      <Table.Td>
        <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId: id }}>
          <b>{name}</b>
        </Link>{' '}
        <StateBadge subscription={subscription} />
        <div className={`mono dim ${style['address']}`}>{url}</div>
      </Table.Td>
      <Table.Td>
        <Lag subscription={subscription} head={head} />
      </Table.Td>
      <Table.Td>
        <FilterWords filter={filter} />
      </Table.Td>
      <Table.Td>{person ?? client_id}</Table.Td>
    </Table.Tr>
  )
}

function Subscriptions({ all }: { readonly all: readonly Subscription[] }) {
  const t = useTexts()
  const head = useFeedHead().data
  if (all.length === 0)
    return (
      <Empty
        title={t('No subscriptions yet')}
        text={t('A subscription sends changes to an address as they are committed.')}
      />
    )
  return (
    <>
      <PausedNotice all={all} />
      <WideTable
        label={t('Subscriptions')}
        headings={[t('Receiver'), t('Lag'), t('Filter'), t('Owner')]}
        minWidth={640}
      >
        {all.map(each => (
          <SubscriptionRow key={each.id} subscription={each} head={head} />
        ))}
      </WideTable>
    </>
  )
}

export function SubscriptionsScreen() {
  const t = useTexts()
  const [isCreating, setCreating] = useState(false)
  const [made, setMade] = useState<Subscription | undefined>(undefined)
  const subscriptions = useSubscriptions()
  return (
    <>
      <PageHead title={t('Subscriptions')}>
        <Button leftSection={<Plus size={16} />} onClick={() => setCreating(true)}>
          {t('Subscribe')}
        </Button>
      </PageHead>
      <div className={style['notices']}>
        {made ? <NewSecret made={made} forget={() => setMade(undefined)} /> : null}
      </div>
      <Wait query={subscriptions}>{all => <Subscriptions all={all} />}</Wait>
      {isCreating ? <SubscriptionDialog onClose={() => setCreating(false)} onMade={setMade} /> : null}
    </>
  )
}
