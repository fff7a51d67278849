import type { ComponentType } from 'react'
import { fileOf, useFile, type Fetch } from './file.ts'

/**
 * What the page can do without: asked for once the rest of it is drawn. Until it comes nothing stands there; where it could not
 * be had it is asked for again when the server can be reached once more.
 */
export function extra<Props extends object>(load: Fetch<Props>): ComponentType<Props> {
  const file = fileOf(load, Infinity)
  return function Extra(props: Props) {
    const { came: Here } = useFile(file)
    return Here && <Here {...props} />
  }
}
