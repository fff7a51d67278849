import 'virtual:brand.css'
import './styles/index.css'
import './styles/face.ts'
import { beginLanguage } from './lib/languages/language.ts'

// The screens make their words as they are loaded. Waiting for them here, at the top, would keep this file from those
// that import something of its chunk.
void beginLanguage().then(() => import('./start.tsx'))
