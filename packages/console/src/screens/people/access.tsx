/** Access of a person in plain words: rules with their reach. */
import type { AccessOfAPerson } from '@cairn-ehr/client'
import { Badge, Group, Table, Text } from '@mantine/core'
import { Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import style from './people.module.css'
import { useAccess } from './queries.ts'
import { rightWords, scopeWords } from './right-words.ts'
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
            <Badge key={scope} variant="light" tt="none" title={scope} className={style['words']}>
              {scopeWords(scope, t)}
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
      <Table.Td className={style['text']}>
        {rightWords(rule.scope, t)}
        <div className="mono dim">{rule.scope}</div>
      </Table.Td>
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
