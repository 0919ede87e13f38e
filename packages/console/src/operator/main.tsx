/** The page for operators of tenants: an application of its own, built from the parts of the console. */
import '../frame/kit-styles.ts'
import '../frame/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { language } from '../language/language.ts'
import { styleNonce } from '../parts/style-nonce.ts'
import { OperatorPage } from './operator-page.tsx'

// The name under which the kit's scroll lock looks for the nonce of its style element.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
document.documentElement.lang = language.get()
const place = document.getElementById('operator')
if (place)
  createRoot(place).render(
    <StrictMode>
      <OperatorPage />
    </StrictMode>,
  )
