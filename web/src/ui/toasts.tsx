/* Toasts  no props; draws what lib/toast.ts is told. Fetched by ToastHost when the first is needed. */
import { Toast } from '@base-ui/react/toast'
import { limits } from '@byre/contract/limits'
import { IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { drawToasts, type ToastKind } from '../lib/toast.ts'
import { statusIcons } from './badge.tsx'

const manager = Toast.createToastManager<{ requestId: string | null }>()
const pictures = { ...statusIcons, error: statusIcons.danger }

export function Toasts() {
  useEffect(
    () =>
      drawToasts(({ kind, text, requestId }) =>
        manager.add({
          type: kind,
          title: text,
          timeout: limits.toastMs,
          priority: kind === 'error' || kind === 'warning' ? 'high' : 'low',
          data: { requestId: requestId ?? null },
        }),
      ),
    [],
  )
  return (
    <Toast.Provider toastManager={manager} timeout={limits.toastMs} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <Drawn />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Drawn() {
  const { toasts } = Toast.useToastManager<{ requestId: string | null }>()
  return toasts.map((toast) => {
    const Picture = pictures[toast.type as ToastKind]
    return (
      <Toast.Root key={toast.id} toast={toast} className="toast" swipeDirection={['right', 'down']}>
        <Toast.Content className="toast-content">
          <Picture size={20} aria-hidden className="toast-icon" />
          <div className="toast-words">
            <Toast.Title className="toast-title" render={<p />} />
            {toast.data?.requestId && <small>Request {toast.data.requestId}</small>}
          </div>
          <Toast.Close className="button icon-button" data-kind="quiet" aria-label="Dismiss">
            <IconX size={20} aria-hidden />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}
