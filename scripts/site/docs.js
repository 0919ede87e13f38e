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

  /* Levenshtein distance, in which two neighbours that changed places count once. */
  const distance = (a, b) => {
    let [before, last] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)]
    for (let i = 1; i <= a.length; i++) {
      const row = [i]
      for (let j = 1; j <= b.length; j++) {
        const isSame = a[i - 1] === b[j - 1]
        row[j] = Math.min(row[j - 1] + 1, last[j] + 1, last[j - 1] + (isSame ? 0 : 1))
        if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1)
      }
      ;[before, last] = [last, row]
    }
    return last[b.length]
  }

  /* All words of the index, as often as they occur; common ones win among those that are equally near. */
  const vocabularyOf = entries => {
    const counts = new Map()
    for (const { lower } of entries)
      for (const word of `${lower.heading} ${lower.text}`.split(' '))
        counts.set(word, (counts.get(word) ?? 0) + 1)
    return counts
  }

  let vocabulary
  /* The word itself if some word begins so, else the nearest one: two slips in a long word, one in a short one. */
  const corrected = (entries, word) => {
    vocabulary ??= vocabularyOf(entries)
    for (const known of vocabulary.keys()) if (known.startsWith(word)) return word
    let [best, least] = [word, word.length > 5 ? 2.5 : 1.5]
    for (const [known, count] of vocabulary) {
      if (word.length < 3 || Math.abs(known.length - word.length) > 2) continue
      const found = distance(word, known) - Math.min(count, 400) / 1000
      if (found < least) [best, least] = [known, found]
    }
    return best
  }

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
    const words = wordsOf(query).map(word => corrected(entries, word))
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
