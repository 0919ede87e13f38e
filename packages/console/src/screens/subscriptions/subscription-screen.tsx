/** One subscription: its settings, its state, its deliveries, and what can be done with it. */
import type { Subscription } from '@cairn-ehr/client'
import { Alert, Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Failure, Wait } from '../../parts/states.tsx'
import { useAct } from '../../session/use-act.ts'
import { useSession } from '../../session/use-session.ts'
import { Deliveries } from './deliveries.tsx'
import { FilterWords } from './filter-words.tsx'
import { NewSecret } from './new-secret.tsx'
import { subscriptionsKey, useFeedHead, useSubscription } from './queries.ts'
import { ResendDialog } from './resend-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { Lag, StateBadge } from './state-badge.tsx'
import { SubscriptionDialog } from './subscription-dialog.tsx'
import { isOwn } from './subscription-state.ts'
import style from './subscriptions.module.css'
import { useTexts } from './texts.ts'

const route = getRouteApi('/subscriptions/$subscriptionId')

type Work = 'change' | 'rotate' | 'resend' | 'delete'

function DeleteDialog({ subscription, onClose }: DialogProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const { id, name } = subscription
  const deletion = useAct(
    // The page of what is deleted is left before its queries are asked again.
    async cairn => {
      await cairn.subscriptions.delete({ subscription_id: id })
      await navigate({ to: '/subscriptions' })
    },
    [subscriptionsKey],
  )
  return (
    <ConfirmDialog
      title={t('Delete subscription')}
      consequence={t('Its deliveries are deleted too, and nothing more is sent. Type its name to delete it.')}
      name={name}
      mutation={deletion}
      onClose={onClose}
    />
  )
}

interface DialogProps {
  readonly subscription: Subscription
  readonly onClose: () => void
}

interface ActionsProps {
  readonly subscription: Subscription
  readonly owns: boolean
  readonly open: (work: Work) => void
}

function Actions({ subscription, owns, open }: ActionsProps) {
  const t = useTexts()
  const { id: subscription_id, active } = subscription
  const turn = useAct(
    ({ subscriptions }) =>
      active ? subscriptions.pause({ subscription_id }) : subscriptions.resume({ subscription_id }),
    [subscriptionsKey],
  )
  const ping = useAct(({ subscriptions }) => subscriptions.ping({ subscription_id }), [subscriptionsKey])
  const error = turn.error ?? ping.error
  const opening = (work: Work, label: string) => (
    <Button variant="default" onClick={() => open(work)}>
      {label}
    </Button>
  )
  return (
    <>
      {error ? <Failure error={error} /> : null}
      {owns ? (
        <>
          <Button variant="default" loading={ping.isPending} onClick={() => ping.mutate()}>
            {t('Send a test')}
          </Button>
          {opening('resend', `${t('Send again')} …`)}
          {opening('rotate', t('New secret'))}
          {opening('change', t('Change subscription'))}
        </>
      ) : null}
      <Button variant={active ? 'default' : 'filled'} loading={turn.isPending} onClick={() => turn.mutate()}>
        {active ? t('Pause') : t('Resume')}
      </Button>
      <Button variant="default" color="red" onClick={() => open('delete')}>
        {t('Delete')}
      </Button>
    </>
  )
}

function Notices({ subscription, owns }: Omit<ActionsProps, 'open'>) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const time = (value: string | undefined) => formatIso(value ?? '', timeStyle)
  const {
    active,
    paused_at,
    pause_reason,
    failing_since,
    waiting_ehrs = 0,
    next_attempt_at,
    warnings = [],
    person,
  } = subscription
  return (
    <>
      {owns ? null : (
        <Alert color="gray">
          {t('The subscription is of {owner}. You can pause, resume and delete it.', {
            owner: person ?? subscription.client_id,
          })}
        </Alert>
      )}
      {active ? null : (
        <Alert color="amber" title={t('Paused since {time}', { time: time(paused_at) })}>
          {pause_reason} {t('Nothing is sent until it is resumed. It keeps its place.')}
        </Alert>
      )}
      {active && failing_since !== undefined ? (
        <Alert
          color="red"
          title={t('The receiver has taken nothing since {time}', { time: time(failing_since) })}
        >
          {t('Next attempt {time}', { time: time(next_attempt_at) })}
        </Alert>
      ) : null}
      {active && failing_since === undefined && waiting_ehrs > 0 ? (
        <Alert color="red">
          {t(
            'The receiver did not take the next event of {count} {count:EHR|EHRs}. Cairn tries again; other EHRs do not wait.',
            { count: waiting_ehrs },
          )}
        </Alert>
      ) : null}
      {warnings.map(warning => (
        <Alert key={warning} color="amber">
          {warning}
        </Alert>
      ))}
    </>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface QueryFactProps {
  readonly q: string
  readonly parameters: object | undefined
}

function QueryFact({ q, parameters }: QueryFactProps) {
  const t = useTexts()
  return (
    <div className={style['wide']}>
      <dt>{t('Query')}</dt>
      <dd>
        <pre className={style['query']}>{q}</pre>
        {parameters ? <span className="mono dim">{JSON.stringify(parameters)}</span> : null}
      </dd>
    </div>
  )
}

function Facts({ subscription }: { readonly subscription: Subscription }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const head = useFeedHead().data
  const {
    url,
    filter,
    q,
    query_parameters,
    include,
    batch_size,
    authorization,
    signing,
    public_key,
    position,
  } = subscription
  return (
    <section className={style['panel']} aria-label={t('Receiver')}>
      <dl className={style['facts']}>
        <Fact label={t('Address')}>
          <span className="mono">{url}</span>
        </Fact>
        <Fact label={t('Filter')}>
          <FilterWords filter={filter} />
        </Fact>
        <Fact label={t('Content of records')}>{include === 'data' ? t('is sent') : t('is not sent')}</Fact>
        <Fact label={t('Events of a request')}>{batch_size}</Fact>
        <Fact label={t('Lag')}>
          <Lag subscription={subscription} head={head} />
        </Fact>
        <Fact label={t('Place in the feed')}>
          <span className="mono">{position}</span>
        </Fact>
        <Fact label={t('Signature')}>
          {signing === 'hmac' ? t('Shared secret (HMAC)') : t('Key of this server (Ed25519)')}
          {public_key === undefined ? null : <div className="mono">{public_key}</div>}
        </Fact>
        {authorization ? (
          <Fact label={t('Credentials for the receiver')}>
            {authorization.type === 'bearer' ? t('Bearer token') : t('Client credentials (OAuth)')}
          </Fact>
        ) : null}
        <Fact label={t('Owner')}>{subscription.person ?? subscription.client_id}</Fact>
        <Fact label={t('Created')}>{formatIso(subscription.created_at, timeStyle)}</Fact>
        {q ? <QueryFact q={q} parameters={query_parameters} /> : null}
      </dl>
    </section>
  )
}

function Page({ subscription }: { readonly subscription: Subscription }) {
  const [work, setWork] = useState<Work | undefined>(undefined)
  const [made, setMade] = useState<Subscription | undefined>(undefined)
  const owns = isOwn(subscription, useSession())
  const dialog = { subscription, onClose: () => setWork(undefined) }
  return (
    <>
      <PageHead title={subscription.name} state={<StateBadge subscription={subscription} />}>
        <Actions subscription={subscription} owns={owns} open={setWork} />
      </PageHead>
      <div className={style['notices']}>
        {made ? <NewSecret made={made} forget={() => setMade(undefined)} /> : null}
        <Notices subscription={subscription} owns={owns} />
      </div>
      <Facts subscription={subscription} />
      <Deliveries subscriptionId={subscription.id} canResend={owns} />
      {work === 'change' ? <SubscriptionDialog {...dialog} /> : null}
      {work === 'rotate' ? <RotateDialog {...dialog} onMade={setMade} /> : null}
      {work === 'resend' ? <ResendDialog {...dialog} /> : null}
      {work === 'delete' ? <DeleteDialog {...dialog} /> : null}
    </>
  )
}

export function SubscriptionScreen() {
  const t = useTexts()
  const { subscriptionId } = route.useParams()
  const subscription = useSubscription(subscriptionId)
  return (
    <Wait query={subscription} heading={t('Subscriptions')}>
      {found => <Page subscription={found} />}
    </Wait>
  )
}
