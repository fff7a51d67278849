import { t } from '@byre/contract/words'
import { Dialog } from '../ui/dialogs/dialog.tsx'

const isMac = /Mac|iP(?:hone|ad)/.test(navigator.userAgent)

const keys: readonly [keys: readonly string[], does: string][] = [
  [[isMac ? '⌘' : t`Ctrl`, 'K'], t`Search places, people, invoices and actions`],
  [['?'], t`Show these keys`],
  [['F6'], t`Go to a message that is shown, and back`],
  [['←', '→'], t`Move between tabs; Enter opens one`],
  [['Home', 'End'], t`Go to the first or last tab`],
  [[t`Esc`], t`Close what is open`],
]

/** What can be done without a mouse. */
export function Keys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t`Keyboard shortcuts`} onClose={onClose}>
      <dl className="keys">
        {keys.map(([pressed, does]) => (
          <div key={does}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
