/*
 * Toasts  no props; draws what lib/toast.ts is told. Fetched by ToastHost when the first is needed.
 *
 * Five seconds each, paused while one is hovered or focused; F6 goes to them and back, Escape back.
 * Errors and warnings are announced at once, the others when the reader has finished.
 */
import { t } from '@byre/contract/words'
import { limits } from '@byre/contract/limits'
import { IconX } from '@tabler/icons-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { drawToasts, type ToastMessage } from '../../lib/toast.ts'
import { noticeIcons } from '../notice-icons.ts'
import { Button, IconButton } from '../button.tsx'
import './toasts.css'

interface Shown extends ToastMessage {
  id: number
}

const mostAtOnce = 3
const pictures = { ...noticeIcons, error: noticeIcons.danger }
let nextId = 0

export function Toasts() {
  const [shown, setShown] = useState<readonly Shown[]>([])
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const region = useRef<HTMLElement>(null)
  const goBack = useF6(region, shown.length > 0)
  // From under a pointer, whose leaving nobody is told of then: the next movement says whether it is there still.
  const take = useCallback((which: (toast: Shown) => boolean) => {
    setShown((before) => before.filter((toast) => !which(toast)))
    setHovered(false)
  }, [])

  useEffect(
    () =>
      drawToasts({
        // The same words again take the place of the first, with a fresh five seconds.
        show: (message) =>
          setShown((before) =>
            [...before.filter(({ text }) => text !== message.text), { ...message, id: nextId++ }].slice(
              -mostAtOnce,
            ),
          ),
        hide: ({ text }) => take((toast) => toast.text === text),
      }),
    [take],
  )

  // Above a modal dialog that was opened later; it cannot be reached there, and the dialog says the same itself.
  useLayoutEffect(() => {
    if (shown.length === 0 || !document.querySelector('dialog:modal')) return
    region.current?.hidePopover()
    region.current?.showPopover()
  }, [shown])

  // The one that had the focus may be gone, and nobody is told of that either.
  useLayoutEffect(() => {
    setFocused(shown.length > 0 && !!region.current?.contains(document.activeElement))
  }, [shown])

  // Fetched apart: until it is there they lie under the header, whatever is there.
  useLayoutEffect(() => {
    import('./free-place.ts')
      .then(({ layFree }) => layFree(region.current, shown.length))
      .catch(() => undefined)
  }, [shown])

  const remove = useCallback(
    (id: number) => {
      take((toast) => toast.id === id)
      if (region.current?.contains(document.activeElement)) goBack()
    },
    [goBack, take],
  )

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- reading a toast is what pauses it
    <section
      ref={region}
      popover="manual"
      className="toasts"
      aria-label={t`Notifications`}
      tabIndex={-1}
      onMouseMove={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => event.key === 'Escape' && goBack()}
    >
      <ol aria-live="polite" aria-relevant="additions">
        {shown.map((toast) => (
          <Drawn key={toast.id} toast={toast} paused={hovered || focused} remove={remove} />
        ))}
      </ol>
    </section>
  )
}

interface DrawnProps {
  toast: Shown
  paused: boolean
  remove: (id: number) => void
}

function Drawn({ toast: { id, kind, text, why, requestId, undo }, paused, remove }: DrawnProps) {
  const left = useRef<number>(limits.toastMs)
  useEffect(() => {
    if (paused) return
    const since = Date.now()
    const timer = setTimeout(() => remove(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - since
    }
  }, [id, paused, remove])

  const Picture = pictures[kind]
  return (
    <li className="toast" data-kind={kind}>
      <Picture size={20} aria-hidden className="toast-icon" />
      <p className="toast-words" role={kind === 'error' || kind === 'warning' ? 'alert' : undefined}>
        {text}
        {why && <span className="soft">{why}</span>}
        {requestId && <small>{t`Request ${requestId}`}</small>}
      </p>
      {undo && (
        <Button
          onClick={() => {
            remove(id)
            undo()
          }}
        >{t`Undo`}</Button>
      )}
      <IconButton label={t`Dismiss`} icon={IconX} onClick={() => remove(id)} />
    </li>
  )
}

/** F6 moves focus to the region and, pressed there, back to where it was. Returns the way back. */
function useF6(region: RefObject<HTMLElement | null>, some: boolean) {
  const from = useRef<Element | null>(null)
  const goBack = useCallback(() => {
    if (from.current instanceof HTMLElement) from.current.focus()
    from.current = null
  }, [])
  useEffect(() => {
    if (!some) return
    const go = (event: KeyboardEvent) => {
      if (event.key !== 'F6') return
      event.preventDefault()
      if (region.current?.contains(document.activeElement)) return goBack()
      from.current = document.activeElement
      region.current?.focus()
    }
    addEventListener('keydown', go)
    return () => removeEventListener('keydown', go)
  }, [region, some, goBack])
  return goBack
}
