/** The next version of a record, from its latest one. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Lifecycle } from '@cairn-ehr/openehr/validate'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { isIncomplete, nameOf, objectAt, templateIdOf } from '../../display/rm-object.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, NoRight, Wait } from '../../parts/states.tsx'
import { useRight, useSession } from '../../session/use-session.ts'
import { useVersion, useVersions } from '../composition/queries.ts'
import { Banner } from '../ehr/banner.tsx'
import { useEhr } from '../ehr/queries.ts'
import { useOpt } from '../templates/queries.ts'
import { RecordForm } from './record-form.tsx'
import { useTexts } from './texts.ts'

const route = getRouteApi('/ehrs/$ehrId/compositions/$uid/edit')

interface BodyProps {
  readonly ehrId: string
  readonly uid: string
  readonly data: RmObject
  readonly lifecycle: Lifecycle
  readonly isText: boolean
  readonly draft: string | undefined
}

const BEGIN = () => ({})

function ChangedRecord({ ehrId, uid, data, lifecycle, isText, draft }: BodyProps) {
  const navigate = useNavigate()
  const { name } = useSession()
  const templateId = templateIdOf(data) ?? ''
  const opt = useOpt(templateId)
  return (
    <Wait query={opt} rows={10}>
      {text => (
        <RecordForm
          target={{ ehrId, templateId, versionUid: uid }}
          opt={text}
          before={data}
          lifecycle={lifecycle}
          begin={BEGIN}
          draftKey={`${name} ${ehrId} ${uid}`}
          wanted={draft}
          isText={isText}
          show={asText =>
            void navigate({
              to: '/ehrs/$ehrId/compositions/$uid/edit',
              params: { ehrId, uid },
              search: { ...(asText ? { as: 'text' as const } : {}), ...(draft ? { draft } : {}) },
              replace: true,
            })
          }
        />
      )}
    </Wait>
  )
}

export function EditScreen() {
  const t = useTexts()
  const { ehrId, uid } = route.useParams()
  const { as, draft } = route.useSearch()
  const ehr = useEhr(ehrId)
  const canWrite = useRight('api.write')
  const versions = useVersions(ehrId, uid)
  const latest = versions.data?.[0]
  const version = useVersion(ehrId, latest?.uid)
  const data = objectAt(version.data, 'data')
  return (
    <>
      {ehr.data ? <Banner {...ehr.data} /> : null}
      <PageHead title={t('Change record')} {...(data ? { state: nameOf(data) } : {})} />
      {!canWrite ? (
        <NoRight right="api.write" />
      ) : (
        <Wait query={versions} rows={10}>
          {() => (
            <Wait query={version} rows={10}>
              {() =>
                data && latest ? (
                  <ChangedRecord
                    ehrId={ehrId}
                    uid={latest.uid}
                    data={data}
                    lifecycle={isIncomplete(version.data) ? 'incomplete' : 'complete'}
                    isText={as === 'text'}
                    draft={draft}
                  />
                ) : (
                  <Empty title={t('Deleted record')} />
                )
              }
            </Wait>
          )}
        </Wait>
      )}
    </>
  )
}
