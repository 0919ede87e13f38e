/* The search, buttons that copy code, and old addresses. Pages can be read without it. */
;(() => {
  const root = document.documentElement.dataset.root ?? ''

  // Operations used to be on the first page: lead on to the page that has them now.
  const moved = document.getElementById(location.hash.slice(1))
  if (moved?.classList.contains('moved')) location.replace(moved.querySelector('a').href)

  for (const block of document.querySelectorAll('.code')) {
    const pre = block.querySelector('pre')
    if (!navigator.clipboard || pre.classList.contains('answer')) continue
    const button = document.createElement('button')
    button.className = 'copy'
    button.type = 'button'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(pre.textContent)
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 1500)
    })
    block.append(button)
  }

  const box = document.querySelector('.search')
  const input = box.querySelector('input')
  const list = box.querySelector('ul')
  box.hidden = false
  let selected = -1

  /* As a script and not by fetch, so that it works for files of a folder too. */
  const loadIndex = () =>
    new Promise((done, failed) => {
      if (globalThis.cairnDocs) return done(globalThis.cairnDocs)
      const script = document.createElement('script')
      script.src = `${root}assets/search-index.js`
      script.addEventListener('load', () => done(globalThis.cairnDocs))
      script.addEventListener('error', failed)
      document.head.append(script)
    })

  const wordsOf = text => text.toLowerCase().match(/[\p{L}\p{N}_$-]+/gu) ?? []

  /* Every word must be there, at the beginning of a word; titles count most. */
  const scoreOf = ({ page, heading, text }, words) => {
    let score = 0
    for (const word of words) {
      const begins = within => ` ${within}`.includes(` ${word}`)
      if (begins(heading)) score += page === heading ? 12 : 8
      else if (begins(page)) score += 5
      else if (begins(text)) score += 1
      else return 0
    }
    return score
  }

  const search = (entries, query) => {
    const words = wordsOf(query)
    if (words.length === 0) return []
    const found = entries
      .map(entry => ({ entry, score: scoreOf(entry.lower, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ entry }) => entry)
    const times = new Map()
    return found
      .filter(({ title }) => {
        times.set(title, (times.get(title) ?? 0) + 1)
        return times.get(title) <= MOST_OF_A_PAGE
      })
      .slice(0, 12)
  }

  /* One page must not push all others out of the list. */
  const MOST_OF_A_PAGE = 3

  const entriesOf = ({ pages, passages }) =>
    passages.map(([page, id, heading, text]) => {
      const [address, title, section] = pages[page]
      const lower = {
        page: wordsOf(title).join(' '),
        heading: wordsOf(heading).join(' '),
        text,
      }
      return { href: `${root}${address}.html${id && `#${id}`}`, title, section, heading, lower }
    })

  let entries
  const show = async () => {
    entries ??= entriesOf(await loadIndex())
    const found = search(entries, input.value)
    selected = found.length > 0 ? 0 : -1
    list.replaceChildren(
      ...found.map(({ href, title, section, heading }, index) => {
        const item = document.createElement('li')
        const link = document.createElement('a')
        const place = document.createElement('small')
        item.setAttribute('role', 'option')
        item.id = `found-${index}`
        link.href = href
        link.tabIndex = -1
        link.textContent = heading
        place.textContent = heading === title ? section : `${section} / ${title}`
        link.append(place)
        item.append(link)
        return item
      }),
    )
    if (found.length === 0 && input.value.trim() !== '') {
      const nothing = document.createElement('p')
      nothing.textContent = 'Nothing found.'
      list.append(nothing)
    }
    list.hidden = input.value.trim() === ''
    input.setAttribute('aria-expanded', String(!list.hidden))
    mark()
  }

  const mark = () => {
    for (const [index, item] of [...list.querySelectorAll('li')].entries())
      item.setAttribute('aria-selected', String(index === selected))
    if (selected < 0) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', `found-${selected}`)
    list.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }

  input.addEventListener('input', show)
  input.addEventListener('focus', loadIndex)
  input.addEventListener('keydown', event => {
    const count = list.querySelectorAll('li').length
    if (event.key === 'ArrowDown' && count > 0) selected = (selected + 1) % count
    else if (event.key === 'ArrowUp' && count > 0) selected = (selected + count - 1) % count
    else if (event.key === 'Enter') list.querySelector('[aria-selected="true"] a')?.click()
    else if (event.key === 'Escape') list.hidden = true
    else return
    event.preventDefault()
    mark()
  })
  document.addEventListener('click', event => {
    if (!box.contains(event.target)) list.hidden = true
  })
  document.addEventListener('keydown', event => {
    const isTyping = /^(INPUT|TEXTAREA)$/.test(event.target.tagName)
    const isSlash = event.key === '/' && !isTyping
    const isPalette = event.key === 'k' && (event.ctrlKey || event.metaKey)
    if (!isSlash && !isPalette) return
    event.preventDefault()
    input.focus()
  })
})()
