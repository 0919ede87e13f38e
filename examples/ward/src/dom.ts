/** Elements as values: no text of a record is ever read as markup. */

export type Child = Node | string

interface Attributes {
  readonly [name: string]: string | boolean | ((event: Event) => unknown) | undefined
}

function fill(node: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name, value)
    else if (value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : value)
  }
  node.append(...children)
}

/** An attribute whose value is a function listens to the event of that name. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag)
  fill(node, attributes, children)
  return node
}

export function svg(tag: string, attributes: Attributes = {}, ...children: readonly Child[]): SVGElement {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag)
  fill(node, attributes, children)
  return node
}

/** A message that screen readers tell as it changes. */
export function messageLine(): { readonly line: HTMLElement; say(text: string, isBad?: boolean): void } {
  const line = element('p', { class: 'note', role: 'status' })
  return {
    line,
    say: (text, isBad = false) => {
      line.textContent = text
      line.classList.toggle('bad', isBad)
    },
  }
}
