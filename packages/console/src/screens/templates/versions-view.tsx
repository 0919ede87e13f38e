/** The versions of a template, and the difference of two of them. */
import { Group, NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Empty, Wait } from '../../parts/states.tsx'
import { DifferenceView } from './difference-view.tsx'
import { useTemplateVersions, useTwoVersions } from './queries.ts'
import { templateDifference } from './template-difference.ts'
import { templateTree } from './template-tree.ts'
import { useTexts } from './texts.ts'

function Comparison({
  templateId,
  pair,
}: {
  readonly templateId: string
  readonly pair: readonly [number, number]
}) {
  const { language } = useTimeStyle()
  const both = useTwoVersions(templateId, pair)
  const changes = useMemo(() => {
    const [before, after] = (both.data ?? []).map(web => templateTree(web, language))
    return before && after ? templateDifference(before, after) : []
  }, [both.data, language])
  return <Wait query={both}>{() => <DifferenceView changes={changes} />}</Wait>
}

export function VersionsView({ templateId }: { readonly templateId: string }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const versions = useTemplateVersions(templateId)
  const [chosen, setChosen] = useState<readonly [number, number] | undefined>(undefined)
  return (
    <Wait query={versions}>
      {all => {
        if (all.length < 2)
          return <Empty title={t('One version')} text={t('There is no other version to compare with.')} />
        const pair = chosen ?? ([all.length - 1, all.length] as const)
        const options = all.map(({ version, created_timestamp }) => ({
          value: version ?? '',
          label: `${version} · ${formatIso(created_timestamp, timeStyle)}`,
        }))
        return (
          <>
            <Group mb="md">
              <NativeSelect
                label={t('Older version')}
                data={options}
                value={String(pair[0])}
                onChange={event => setChosen([Number(event.currentTarget.value), pair[1]])}
              />
              <NativeSelect
                label={t('Newer version')}
                data={options}
                value={String(pair[1])}
                onChange={event => setChosen([pair[0], Number(event.currentTarget.value)])}
              />
            </Group>
            <Comparison templateId={templateId} pair={pair} />
          </>
        )
      }}
    </Wait>
  )
}
