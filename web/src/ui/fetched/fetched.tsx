import type { ComponentType, ReactNode } from 'react'
import type { Fetch } from './file.ts'
import { partOf, usePart, type Part } from './part.ts'

/**
 * A component whose file is fetched as it is first shown, with `waiting` in its place until then. What `lazy` shows under
 * `Suspense` React goes on showing for 300 ms, however soon the file comes (decision 0174).
 */
export function fetched<Props extends object>(load: Fetch<Props>, waiting: ReactNode): ComponentType<Props> {
  let part: Part<ComponentType<Props>> | undefined
  return function Fetched(props: Props) {
    const Here = usePart((part ??= partOf(load())))
    return Here ? <Here {...props} /> : waiting
  }
}
