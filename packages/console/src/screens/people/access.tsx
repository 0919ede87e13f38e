/** Access of a person in plain words: rules with their reach, and ways to sign in. */
import type { AccessOfAPerson } from '@cairn-ehr/client'
import { Badge, Group, Table, Text } from '@mantine/core'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import style from './people.module.css'
import { useAccess } from './queries.ts'
import { roleName } from './roles.ts'
import { type TextKey, useTexts } from './texts.ts'

type Rule = AccessOfAPerson['rules'][number]

const REACH: Readonly<Record<Rule['reach'][number], TextKey>> = {
  all: 'All EHRs',
  assigned: 'Assigned EHRs',
  taken: 'EHRs taken in an emergency',
}

function Summary({ access }: { readonly access: AccessOfAPerson }) {
  const t = useTexts()
  const { ehrs, scopes, disabled } = access
  const reach = {
    all: t('Reaches records in all EHRs.'),
    assigned: t('Reaches records in assigned EHRs: {count} now.', { count: ehrs.assigned }),
    none: t('Reaches no records.'),
  }[ehrs.reach]
  return (
    <>
      {disabled ? <Text c="red">{t('The account is disabled and has no rights.')}</Text> : null}
      <Text mb="xs">{reach}</Text>
      {scopes.length === 0 ? null : (
        <Group gap="xs" mb="xs">
          <Text size="sm" c="dimmed">
            {t('Holds for everything')}
          </Text>
          {scopes.map(scope => (
            <Badge key={scope} variant="light" tt="none">
              {scope}
            </Badge>
          ))}
        </Group>
      )}
    </>
  )
}

function RuleRow({ rule }: { readonly rule: Rule }) {
  const t = useTexts()
  return (
    <Table.Tr>
      <Table.Td className={`mono ${style['text']}`}>{rule.scope}</Table.Td>
      <Table.Td>
        {rule.reach.map(each => t(REACH[each])).join(', ')}
        {rule.deidentified ? <div className="dim">{t('without identity')}</div> : null}
      </Table.Td>
      <Table.Td>{rule.roles.map(name => roleName(name, t)).join(', ')}</Table.Td>
    </Table.Tr>
  )
}

export function Access({ personId }: { readonly personId: string }) {
  const t = useTexts()
  return (
    <section className={style['panel']} aria-label={t('What this person may do')}>
      <h2>{t('What this person may do')}</h2>
      <Wait query={useAccess(personId)} rows={4}>
        {access => (
          <>
            <Summary access={access} />
            {access.rules.length === 0 ? null : (
              <WideTable label={t('Rules')} headings={[t('Right'), t('In'), t('By role')]} minWidth={520}>
                {access.rules.map(rule => (
                  <RuleRow key={`${rule.scope} ${rule.reach.join()} ${rule.deidentified}`} rule={rule} />
                ))}
              </WideTable>
            )}
          </>
        )}
      </Wait>
    </section>
  )
}

function SignIn({ access }: { readonly access: AccessOfAPerson }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { provider, password, authenticator_app, passkeys, recovery_codes, invitation_ends_at } =
    access.sign_in
  const ways = [
    ...(provider === undefined ? [] : [t('Vouched for by {provider}', { provider })]),
    ...(password ? [t(authenticator_app ? 'Password and authenticator app' : 'Password')] : []),
    ...passkeys.map(({ name, used_at }) =>
      used_at === undefined
        ? t('Passkey {name}', { name })
        : `${t('Passkey {name}', { name })} · ${t('Last used')} ${formatIso(used_at, timeStyle)}`,
    ),
    ...(recovery_codes === 0
      ? []
      : [t('{count} {count:recovery code|recovery codes}', { count: recovery_codes })]),
    ...(invitation_ends_at === undefined
      ? []
      : [t('A link that is valid until {time}', { time: formatIso(invitation_ends_at, timeStyle) })]),
  ]
  if (ways.length === 0) return <Text c="dimmed">{t('This person has no way to sign in.')}</Text>
  return (
    <ul className={style['list']}>
      {ways.map(way => (
        <li key={way}>{way}</li>
      ))}
    </ul>
  )
}

export function SignInWays({ personId }: { readonly personId: string }) {
  const t = useTexts()
  return (
    <section className={style['panel']} aria-label={t('Ways to sign in')}>
      <h2>{t('Ways to sign in')}</h2>
      <Wait query={useAccess(personId)} rows={2}>
        {access => <SignIn access={access} />}
      </Wait>
    </section>
  )
}
