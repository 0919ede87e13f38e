/** Before a template is replaced: which nodes differ, and which stored records the new version would not take. */
import { Alert, Text } from '@mantine/core'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Wait } from '../../parts/states.tsx'
import { useAct } from '../../session/use-act.ts'
import { DifferenceView } from './difference-view.tsx'
import { useReplacement } from './queries.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly templateId: string
  readonly opt: string
  readonly onClose: () => void
}

export function ReplaceTemplate({ templateId, opt, onClose }: Props) {
  const t = useTexts()
  const preview = useReplacement(templateId, opt)
  const replacing = useAct(
    cairn => cairn.templates.replace({ template_id: templateId, body: opt }),
    [[]],
    onClose,
  )
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
                ? t(
                    'The {checked} latest {checked:record|records} {checked:is|are} valid with the new version too.',
                    {
                      checked,
                    },
                  )
                : t(
                    'Of the {checked} latest {checked:record|records}, {broken} would have findings when {broken:it is|they are} changed again:',
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
