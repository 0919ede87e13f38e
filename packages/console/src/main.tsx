import './frame/kit-styles.ts'
import './frame/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Console } from './frame/console.tsx'
import { language } from './language/language.ts'
import { styleNonce } from './parts/style-nonce.ts'

// The name under which the kit's scroll lock looks for the nonce of its style element.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
document.documentElement.lang = language.get()
const place = document.getElementById('console')
if (place)
  createRoot(place).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  )
