/** The form of a template: groups, repeated nodes, choices, slots and fields, as the template has them. */
import { ActionIcon, Alert, Button, Input, Select, Text } from '@mantine/core'
import { ChevronDown, ChevronRight, Plus, Puzzle, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { language as readerLanguage } from '../../language/language.ts'
import { useStore } from '../../store.ts'
import { controlOf } from './controls.ts'
import type { FormNode } from './definition.ts'
import { Field, type Reason } from './field.tsx'
import { findingsAt, isOpenAtFirst, shownCount } from './findings.ts'
import { foldedHint } from './folded-hint.ts'
import style from './form.module.css'
import { useForm } from './form-state.ts'
import { anchorOf, descriptionOf, isPlainEvent, labelOf, messageOf, TYPE_LABELS } from './labels.ts'
import { type ScoreTotal, totalOf } from './score-total.ts'
import { useTexts } from './texts.ts'
import { hasValues, occurrencePath, partsAt, withoutOccurrence, withoutPath, withParts } from './values.ts'

interface NodeProps {
  readonly node: FormNode
  readonly path: string
  /** Number of an occurrence, where there may be several. */
  readonly number?: number
  /** Of the node, this one among them; default: 1. */
  readonly occurrences?: number
  readonly action?: ReactNode
}

function useLabel({ node, number }: Pick<NodeProps, 'node' | 'number'>): string {
  const t = useTexts()
  const { language } = useForm()
  const label = labelOf(node, language, t)
  return number === undefined ? label : `${label} ${number}`
}

/** The reason why an element has no value; `undefined` on other nodes. */
function useReason(node: FormNode, path: string): Reason | undefined {
  const { values, setValues } = useForm()
  if (!node.isElement) return undefined
  const own = `${path}/_null_flavour`
  const code = partsAt(values, own)['code']
  return {
    code: typeof code === 'string' ? code : '',
    change: chosen =>
      setValues(all => {
        const emptied = withoutPath(all, path)
        return chosen === '' ? withoutPath(all, own) : withParts(emptied, own, { code: chosen })
      }),
  }
}

function FieldNode({ node, path, number, action }: NodeProps) {
  const t = useTexts()
  const { values, language, findings, setValues } = useForm()
  const label = useLabel({ node, ...(number === undefined ? {} : { number }) })
  const reason = useReason(node, path)
  const reader = useStore(readerLanguage)
  return (
    <Field
      id={anchorOf(path)}
      label={label}
      description={descriptionOf(node, language, label)}
      isRequired={node.min > 0 && !node.isContext}
      control={controlOf(node, language, reader)}
      parts={partsAt(values, path)}
      messages={findingsAt(findings, path).map(finding => messageOf(finding, t))}
      change={parts => setValues(all => withParts(all, path, parts))}
      {...(reason ? { reason } : {})}
      {...(action === undefined ? {} : { action })}
    />
  )
}

/** An element whose value may be of several types: the type is chosen first. */
function ChoiceNode({ node, path, number, action }: NodeProps) {
  const t = useTexts()
  const { values, setValues, findings } = useForm()
  const label = useLabel({ node, ...(number === undefined ? {} : { number }) })
  const filled = node.children.find(child => hasValues(values, `${path}/${child.id}`))
  const [chosen, setChosen] = useState(filled?.id)
  const current = node.children.find(({ id }) => id === (filled?.id ?? chosen))
  const typeLabel = ({ rmType, id }: FormNode) => {
    const key = TYPE_LABELS[rmType.replace(/<.*$/, '')]
    const inner = /<DV_(.+)>$/.exec(rmType)?.[1]
    return key === undefined ? id : inner === undefined ? t(key) : `${t(key)} (${inner.toLowerCase()})`
  }
  const choose = (id: string | null) => {
    setChosen(id ?? undefined)
    setValues(all => withoutPath(all, path))
  }
  const messages = findingsAt(findings, path).map(finding => messageOf(finding, t))
  return (
    <div className={style['choice']}>
      <Select
        id={anchorOf(path)}
        label={`${label}: ${t('Type of value')}`}
        placeholder={t('Choose or search')}
        data={node.children.map(child => ({ value: child.id, label: typeLabel(child) }))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        value={current?.id ?? null}
        onChange={choose}
        error={messages.length > 0 ? messages.join(' ') : undefined}
        rightSectionPointerEvents="all"
      />
      {action}
      {current ? <FormNodeView node={current} path={`${path}/${current.id}`} /> : null}
    </div>
  )
}

function SlotNode({ node }: NodeProps) {
  const t = useTexts()
  const label = useLabel({ node })
  return (
    <Alert
      color="gray"
      variant="light"
      icon={<Puzzle size={16} />}
      title={`${t('Slot')}: ${label}`}
      className={style['slot']}
    >
      <Text size="sm">
        {node.archetypes.length === 0
          ? t('Any archetype of the type {type} is allowed here.', { type: node.rmType })
          : t('Archetypes that match are allowed here: {patterns}', {
              patterns: node.archetypes.join(' · '),
            })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('The template leaves this open. Existing content stays; to add to it, write the record as text.')}
      </Text>
    </Alert>
  )
}

function GroupNode({ node, path, number, occurrences = 1, action }: NodeProps) {
  const t = useTexts()
  const { values, fields, findings, language } = useForm()
  const label = useLabel({ node, ...(number === undefined ? {} : { number }) })
  const [isOpen, setOpen] = useState(() => isOpenAtFirst(node, values, path, { fields, occurrences }))
  const messages = findingsAt(findings, path)
  const Icon = isOpen ? ChevronDown : ChevronRight
  const hint = isOpen ? '' : foldedHint(node, values, path)
  const description = descriptionOf(node, language, label)
  if (number === undefined && messages.length === 0 && isPlainEvent(node))
    return <NodeList nodes={node.children} path={path} />
  return (
    <fieldset id={anchorOf(path)} className={style['group']} data-type={node.rmType} tabIndex={-1}>
      <legend className={style['legend']}>
        <button
          type="button"
          className={style['fold']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon size={16} aria-hidden="true" />
          {label}
          {hint === '' ? null : <span className={style['hint']}> {hint}</span>}
          {node.min > 0 && !node.isContext && hint === '' ? (
            <span className={style['required']}> ({t('required')})</span>
          ) : null}
        </button>
        {action}
      </legend>
      {messages.map(finding => (
        <Input.Error key={`${finding.code} ${finding.message}`}>{messageOf(finding, t)}</Input.Error>
      ))}
      {isOpen ? (
        <>
          {description === '' ? null : <Input.Description>{description}</Input.Description>}
          <NodeList nodes={node.children} path={path} />
        </>
      ) : null}
    </fieldset>
  )
}

const VIEWS = { field: FieldNode, choice: ChoiceNode, slot: SlotNode, group: GroupNode } as const

function FormNodeView(props: NodeProps) {
  const View = VIEWS[props.node.kind]
  return <View {...props} />
}

/** A node that may occur several times: those that are there, and a way to add one. */
function Repeated({ node, path }: { readonly node: FormNode; readonly path: string }) {
  const t = useTexts()
  const { values, asked, ask, setValues } = useForm()
  const name = useLabel({ node })
  const count = shownCount(node, values, path, asked.get(path) ?? 0)
  const indexes = Array.from({ length: count }, (_, index) => index)
  const remove = (index: number) => {
    setValues(all => withoutOccurrence(all, path, index))
    ask(path, count - 1)
  }
  return (
    <>
      {indexes.map(index => (
        <FormNodeView
          key={index}
          node={node}
          path={occurrencePath(path, index)}
          occurrences={count}
          {...(count > 1 ? { number: index + 1 } : {})}
          action={
            count > Math.max(1, node.min) || hasValues(values, occurrencePath(path, index)) ? (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('Remove {name}', { name: `${name} ${index + 1}` })}
                onClick={() => remove(index)}
              >
                <Trash2 size={14} />
              </ActionIcon>
            ) : null
          }
        />
      ))}
      {node.max === -1 || count < node.max ? (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Plus size={14} />}
          className={style['add']}
          onClick={() => ask(path, count + 1)}
        >
          {isPlainEvent(node) ? t('Add a measurement') : t('Add {name}', { name })}
        </Button>
      ) : null}
    </>
  )
}

/** The sum of the scores above a total, with a button that takes it over. */
function TotalOffer({ node, path, total }: NodeProps & { readonly total: ScoreTotal }) {
  const t = useTexts()
  const { values, setValues } = useForm()
  const { sum, answered, asked } = total
  if (answered === 0) return null
  return (
    <div className={style['total']}>
      <Text size="sm">
        {t('Sum of {answered} of {asked} scores: {sum}', { answered, asked, sum: String(sum) })}
      </Text>
      {partsAt(values, path)[''] === sum ? null : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('Take over {sum} as {name}', { sum: String(sum), name: node.name })}
          onClick={() => setValues(all => withParts(all, path, { '': sum }))}
        >
          {t('Take over')}
        </Button>
      )}
    </div>
  )
}

function NodeList({ nodes, path }: { readonly nodes: readonly FormNode[]; readonly path: string }) {
  const { values } = useForm()
  return nodes.map(node => {
    const own = `${path}/${node.id}`
    const total = totalOf(node, nodes, values, path)
    return node.max === 1 || node.kind === 'slot' ? (
      <Fragment key={node.id}>
        <FormNodeView node={node} path={own} />
        {total ? <TotalOffer node={node} path={own} total={total} /> : null}
      </Fragment>
    ) : (
      <Repeated key={node.id} node={node} path={own} />
    )
  })
}

/** Context (who, when, where) comes after the content of the template. */
const isAboutRecord = ({ isContext, rmType }: FormNode): boolean => isContext || rmType === 'EVENT_CONTEXT'

export function FormView({ tree }: { readonly tree: FormNode }) {
  const t = useTexts()
  const content = tree.children.filter(node => !isAboutRecord(node))
  const context = tree.children.filter(isAboutRecord)
  return (
    <div className={style['form']}>
      <NodeList nodes={content} path={tree.id} />
      {context.length === 0 ? null : (
        <fieldset className={style['group']}>
          <legend className={style['legend']}>{t('Context')}</legend>
          {context.map(node =>
            node.kind === 'group' ? (
              <NodeList key={node.id} nodes={node.children} path={`${tree.id}/${node.id}`} />
            ) : (
              <NodeList key={node.id} nodes={[node]} path={tree.id} />
            ),
          )}
        </fieldset>
      )}
    </div>
  )
}
