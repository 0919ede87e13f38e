/** Before a template is replaced: which nodes differ, and which stored records the new version would not take. */
import { Alert, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RmObject } from '../../display/rm-object.ts'
import { useTimeStyle } from '../../language/use-texts.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Wait } from '../../parts/states.tsx'
import { useCairn } from '../../session/use-session.ts'
import { startWorker } from '../form/worker.ts'
import { DifferenceView } from './difference-view.tsx'
import { templateDifference } from './template-difference.ts'
import { templateTree } from './template-tree.ts'
import { useTexts } from './texts.ts'

/** The latest ones tell the most. */
const MOST_CHECKED = 200

const STORED = `SELECT c AS record FROM EHR e CONTAINS COMPOSITION c
WHERE c/archetype_details/template_id/value = $template`

interface Props {
  readonly templateId: string
  readonly opt: string
  readonly onClose: () => void
}

/** Compiles the new version in the worker, and holds stored records to it. */
function usePreview({ templateId, opt }: Pick<Props, 'templateId' | 'opt'>) {
  const cairn = useCairn()
  const { language } = useTimeStyle()
  return useQuery({
    queryKey: ['templateReplacement', templateId, opt],
    queryFn: async ({ signal }) => {
      const worker = startWorker()
      try {
        await worker.ask({ kind: 'open', opt })
        const { web } = await worker.ask({ kind: 'describe' })
        const { value } = await cairn.templates.get(
          { template_id: templateId },
          { accept: 'application/openehr.wt+json', signal },
        )
        const [before, after] = [value as RmObject, web].map(each => templateTree(each, language))
        const { rows } = await cairn.query.adhocPost(
          { body: { q: STORED, offset: 0, fetch: MOST_CHECKED, query_parameters: { template: templateId } } },
          { signal },
        )
        const compositions = rows.map(([record]) => record as RmObject)
        const { broken } = await worker.ask({ kind: 'checkAll', compositions })
        return {
          changes: before && after ? templateDifference(before, after) : [],
          checked: compositions.length,
          broken,
        }
      } finally {
        worker.close()
      }
    },
    staleTime: 0,
  })
}

export function ReplaceTemplate({ templateId, opt, onClose }: Props) {
  const t = useTexts()
  const cairn = useCairn()
  const queries = useQueryClient()
  const preview = usePreview({ templateId, opt })
  const replacing = useMutation({
    mutationFn: () => cairn.templates.replace({ template_id: templateId, body: opt }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries()
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Replace template')}
      mutation={replacing}
      isDisabled={preview.data === undefined}
      size="xl"
    >
      <Text>
        {t('There is a template {name} already. Its records keep the version that they were made with.', {
          name: templateId,
        })}
      </Text>
      <Wait query={preview}>
        {({ changes, checked, broken }) => (
          <>
            <Alert color={broken.length === 0 ? 'cairn' : 'amber'} variant="light">
              {broken.length === 0
                ? t('The {checked} latest records are valid with the new version too.', { checked })
                : t(
                    'Of the {checked} latest records, {broken} would have findings when they are changed again:',
                    {
                      checked,
                      broken: broken.length,
                    },
                  )}
              <ul>
                {[...new Set(broken.map(({ message }) => message))].slice(0, 8).map(message => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            </Alert>
            <DifferenceView changes={changes} />
          </>
        )}
      </Wait>
    </FormDialog>
  )
}
