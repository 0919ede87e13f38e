/** Roles: the built-in ones, which can be copied, and those that administrators make, change and delete. */
import type { AccountRole } from '@cairn-ehr/client'
import { Badge, Button, Group, Table } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { NoRight, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useAct } from '../../session/use-act.ts'
import { useRight } from '../../session/use-session.ts'
import style from './people.module.css'
import { peopleKey, rolesKey, useRoles } from './queries.ts'
import { rightWords, scopeWords } from './right-words.ts'
import { RoleDialog, type RoleWork } from './role-dialog.tsx'
import { roleName, roleWords } from './roles.ts'
import { useTexts } from './texts.ts'

function DeleteRole({ role, onClose }: { readonly role: AccountRole; readonly onClose: () => void }) {
  const t = useTexts()
  const { name, people } = role
  const deleting = useAct(
    cairn => cairn.roles.delete({ role: name, ...(people > 0 ? { take_from_people: true } : {}) }),
    [rolesKey, peopleKey],
    onClose,
  )
  return (
    <ConfirmDialog
      title={t('Delete role')}
      consequence={
        people > 0
          ? t('People who have this role lose it at once ({count}). Type its name to delete it.', {
              count: people,
            })
          : t('Nobody has this role. Type its name to delete it.')
      }
      name={name}
      mutation={deleting}
      onClose={onClose}
    />
  )
}

function Kinds({ role }: { readonly role: AccountRole }) {
  const t = useTexts()
  return (
    <Group gap={4}>
      {role.built_in ? (
        <Badge color="gray" variant="light">
          {t('built-in')}
        </Badge>
      ) : null}
      {role.assignable ? <Badge variant="light">{t('assignable')}</Badge> : null}
      {role.deidentified ? (
        <Badge color="amber" variant="light">
          {t('without identity')}
        </Badge>
      ) : null}
    </Group>
  )
}

interface RowProps {
  readonly role: AccountRole
  readonly open: (work: RoleWork) => void
  readonly remove: () => void
}

function RoleRow({ role, open, remove }: RowProps) {
  const t = useTexts()
  const actions: readonly (readonly [label: string, act: () => void])[] = [
    [t('Copy'), () => open({ kind: 'new', copied: role })],
    ...(role.built_in
      ? []
      : ([
          [t('Edit'), () => open({ kind: 'change', role })],
          [t('Delete'), remove],
        ] as const)),
  ]
  return (
    <Table.Tr>
      <Table.Td>
        <b>{roleName(role.name, t)}</b>
        {role.built_in ? <div className="mono dim">{role.name}</div> : null}
        <div className={style['text']}>{roleWords(role, t)}</div>
      </Table.Td>
      <Table.Td>
        {[...(role.scopes ?? []), ...(role.rights ?? [])].map(right => (
          <div key={right} className={style['text']} title={right}>
            {right.includes('/') ? rightWords(right, t) : scopeWords(right, t)}
          </div>
        ))}
      </Table.Td>
      <Table.Td>
        <Kinds role={role} />
      </Table.Td>
      <Table.Td>{role.people}</Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          {actions.map(([label, act]) => (
            <Button key={label} size="compact-sm" variant="default" onClick={act}>
              {label}
            </Button>
          ))}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

function Roles({ open }: { readonly open: (work: RoleWork) => void }) {
  const t = useTexts()
  const [removed, setRemoved] = useState('')
  return (
    <Wait query={useRoles()}>
      {all => (
        <>
          <WideTable
            label={t('Roles')}
            headings={[t('Role'), t('Rights'), t('Kind'), t('People'), t('Actions')]}
            minWidth={900}
          >
            {all.map(role => (
              <RoleRow key={role.name} role={role} open={open} remove={() => setRemoved(role.name)} />
            ))}
          </WideTable>
          {all
            .filter(({ name }) => name === removed)
            .map(role => (
              <DeleteRole key={role.name} role={role} onClose={() => setRemoved('')} />
            ))}
        </>
      )}
    </Wait>
  )
}

export function RolesScreen() {
  const t = useTexts()
  const isAdmin = useRight('api.admin')
  const [work, setWork] = useState<RoleWork | undefined>(undefined)
  return (
    <>
      <PageHead title={t('Roles')}>
        {isAdmin ? (
          <Button leftSection={<Plus size={16} />} onClick={() => setWork({ kind: 'new' })}>
            {t('Create role')}
          </Button>
        ) : null}
      </PageHead>
      {isAdmin ? <Roles open={setWork} /> : <NoRight right="api.admin" />}
      {work ? <RoleDialog work={work} onClose={() => setWork(undefined)} /> : null}
    </>
  )
}
