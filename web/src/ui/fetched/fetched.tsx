import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { partOf, usePart, type Part } from './part.ts'

/**
 * A component whose file is fetched as it is first shown, with `waiting` in its place until then. What `lazy` shows under
 * `Suspense` React goes on showing for 300 ms, however soon the file comes (decision 0174).
 */
export function fetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode,
): ComponentType<Props> {
  let part: Part<ComponentType<Props>> | undefined
  return function Fetched(props: Props) {
    const Here = usePart((part ??= partOf(load())))
    return Here ? <Here {...props} /> : waiting
  }
}

/** What the page can do without: asked for once the rest of it is drawn. Until it comes, and where it is gone, nothing stands there. */
export function extra(load: () => Promise<ComponentType>): ComponentType {
  let Here: ComponentType | undefined
  return function Extra() {
    const [, setCome] = useState(false)
    useEffect(() => {
      if (Here) return
      const show = (come: ComponentType) => {
        Here = come
        setCome(true)
      }
      load().then(show, () => undefined)
    }, [])
    return Here ? <Here /> : null
  }
}
