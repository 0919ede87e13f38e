/** The patient banner: whose record this is. It stays in view. */
import type { Ehr, Episode } from '@cairn-ehr/client'
import { Badge, Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { EyeOff, Lock, UserRound } from 'lucide-react'
import { useState } from 'react'
import type { RmObject } from '../../display/rm-object.ts'
import { ageAt, formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useCairn, useRight } from '../../session/use-session.ts'
import { PartyLink } from '../demographics/patient-name.tsx'
import type { PatientFacts } from '../demographics/patients.ts'
import { type BannerFacts, bannerFacts } from './banner-facts.ts'
import style from './ehr.module.css'
import { ehrKey } from './ehr-key.ts'
import { EraseEhr } from './erase-ehr.tsx'
import { useTexts } from './texts.ts'

interface Props {
  readonly ehr: Ehr
  readonly status: RmObject
  readonly statusVersion: string
  readonly episodes: readonly Episode[]
  /** The person of the EHR, for readers who may see people. */
  readonly patient: PatientFacts | undefined
}

function StatusMenu({ ehr, status, statusVersion }: Omit<Props, 'episodes' | 'patient'>) {
  const t = useTexts()
  const canWrite = useRight('api.write')
  const isAdmin = useRight('api.admin')
  const [isErasing, setErasing] = useState(false)
  const cairn = useCairn()
  const ehr_id = ehr.ehr_id.value
  const refresh = useRefresh(ehrKey(ehr_id))
  const change = useMutation({
    mutationFn: (part: object) =>
      cairn.ehrStatus.update({ ehr_id, ifMatch: statusVersion, body: { ...status, ...part } as never }),
    onSettled: refresh,
  })
  if (!canWrite && !isAdmin) return null
  const { isModifiable, isQueryable, subject } = bannerFacts(status)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" loading={change.isPending}>
            {t('Status')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {canWrite ? (
            <>
              <Menu.Item onClick={() => change.mutate({ is_modifiable: !isModifiable })}>
                {isModifiable ? t('Lock against changes') : t('Allow changes again')}
              </Menu.Item>
              <Menu.Item onClick={() => change.mutate({ is_queryable: !isQueryable })}>
                {isQueryable ? t('Hide from queries') : t('Show to queries again')}
              </Menu.Item>
            </>
          ) : null}
          {isAdmin ? (
            <Menu.Item color="red" onClick={() => setErasing(true)}>
              {t('Erase EHR')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {isErasing ? (
        <EraseEhr ehrId={ehr_id} number={subject || ehr_id} onClose={() => setErasing(false)} />
      ) : null}
    </>
  )
}

/** The name of the patient, which leads to the page of the person; the number, if there is none. */
function Who({
  facts,
  patient,
}: {
  readonly facts: BannerFacts
  readonly patient: PatientFacts | undefined
}) {
  const t = useTexts()
  const party = patient && ({ kind: 'person', uid: patient.personUid } as const)
  return (
    <div className={style['fact']}>
      <h1 className={style['who']}>
        <PartyLink party={party} name={facts.name || facts.subject || t('No subject')} />
      </h1>
      <span className="dim">
        {facts.name === '' ? facts.namespace : `${facts.subject} · ${facts.namespace}`}
      </span>
    </div>
  )
}

export function Banner({ ehr, status, statusVersion, episodes, patient }: Props) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const facts = bannerFacts(status, patient)
  const age = facts.born === '' ? undefined : ageAt(facts.born, new Date())
  const open = episodes.find(({ active, default: isDefault }) => active && !isDefault)
  const id = ehr.ehr_id.value
  return (
    <section className={style['banner']} aria-label={t('Patient')} key={id}>
      <UserRound size={26} className={style['person']} aria-hidden="true" />
      <Who facts={facts} patient={patient} />
      {facts.born === '' ? null : (
        <div className={style['fact']}>
          <span>
            {t('Born')} <b>{formatIso(facts.born, timeStyle)}</b>
          </span>
          <span className="dim">{age === undefined ? '' : t('{age} {age:year|years}', { age })}</span>
        </div>
      )}
      {facts.sex === '' ? null : (
        <div className={style['fact']}>
          <span>
            {t('Sex')} <b>{facts.sex}</b>
          </span>
        </div>
      )}
      <div className={style['fact']}>
        <span className={style['id']}>
          EHR <span className="mono">{id.slice(0, 8)}…</span>
          <CopyButton value={id} label={t('Copy')} />
        </span>
        {open ? <span className="dim">{`${open.episodeId} ${open.name}`}</span> : null}
      </div>
      <div className={style['flags']}>
        {facts.isModifiable ? null : (
          <Badge color="amber" variant="light" leftSection={<Lock size={12} />}>
            {t('Not modifiable')}
          </Badge>
        )}
        {facts.isQueryable ? null : (
          <Badge color="amber" variant="light" leftSection={<EyeOff size={12} />}>
            {t('Not queryable')}
          </Badge>
        )}
        <StatusMenu ehr={ehr} status={status} statusVersion={statusVersion} />
      </div>
    </section>
  )
}
