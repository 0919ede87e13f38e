/** Ways to sign in of a person; a passkey can be removed. */
import type { AccessOfAPerson } from '@cairn-ehr/client'
import { Button, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useAct } from '../../session/use-act.ts'
import style from './people.module.css'
import { personKey, useAccess } from './queries.ts'
import { useTexts } from './texts.ts'

type Passkey = AccessOfAPerson['sign_in']['passkeys'][number]

interface PasskeyProps {
  readonly personId: string
  readonly passkey: Passkey
}

function RemovePasskey({ personId, passkey, onClose }: PasskeyProps & { readonly onClose: () => void }) {
  const t = useTexts()
  const { passkey_id, name } = passkey
  const removing = useAct(
    cairn => cairn.people.personEndPasskey({ person_id: personId, passkey_id }),
    [personKey(personId)],
    onClose,
  )
  return (
    <ConfirmDialog
      title={t('Remove passkey')}
      consequence={t(
        'Nobody can sign in with this passkey from then on. Sessions go on until they are ended. Type the name of the passkey to remove it.',
      )}
      name={name}
      mutation={removing}
      onClose={onClose}
    />
  )
}

function PasskeyRow({ personId, passkey }: PasskeyProps) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const [isRemoving, setRemoving] = useState(false)
  const { name, used_at } = passkey
  return (
    <Table.Tr>
      <Table.Td>{t('Passkey {name}', { name })}</Table.Td>
      <Table.Td>{used_at === undefined ? '' : formatIso(used_at, timeStyle)}</Table.Td>
      <Table.Td>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('Remove')}: ${name}`}
          onClick={() => setRemoving(true)}
        >
          {t('Remove')}
        </Button>
        {isRemoving ? (
          <RemovePasskey personId={personId} passkey={passkey} onClose={() => setRemoving(false)} />
        ) : null}
      </Table.Td>
    </Table.Tr>
  )
}

/** Ways that are no passkey, in words. */
function useOtherWays({ sign_in }: AccessOfAPerson): readonly string[] {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { provider, password, authenticator_app, recovery_codes, invitation_ends_at } = sign_in
  return [
    ...(provider === undefined ? [] : [t('Vouched for by {provider}', { provider })]),
    ...(password ? [t(authenticator_app ? 'Password and authenticator app' : 'Password')] : []),
    ...(recovery_codes === 0
      ? []
      : [t('{count} {count:recovery code|recovery codes}', { count: recovery_codes })]),
    ...(invitation_ends_at === undefined
      ? []
      : [t('A link that is valid until {time}', { time: formatIso(invitation_ends_at, timeStyle) })]),
  ]
}

function Ways({ access }: { readonly access: AccessOfAPerson }) {
  const t = useTexts()
  const others = useOtherWays(access)
  const { passkeys } = access.sign_in
  if (others.length + passkeys.length === 0)
    return <Text c="dimmed">{t('This person has no way to sign in.')}</Text>
  return (
    <WideTable
      label={t('Ways to sign in')}
      headings={[t('Way'), t('Last used'), t('Actions')]}
      minWidth={420}
    >
      {others.map(way => (
        <Table.Tr key={way}>
          <Table.Td colSpan={3}>{way}</Table.Td>
        </Table.Tr>
      ))}
      {passkeys.map(passkey => (
        <PasskeyRow key={passkey.passkey_id} personId={access.person_id} passkey={passkey} />
      ))}
    </WideTable>
  )
}

export function SignInWays({ personId }: { readonly personId: string }) {
  const t = useTexts()
  return (
    <section className={style['panel']} aria-label={t('Ways to sign in')}>
      <h2>{t('Ways to sign in')}</h2>
      <Wait query={useAccess(personId)} rows={2}>
        {access => <Ways access={access} />}
      </Wait>
    </section>
  )
}
