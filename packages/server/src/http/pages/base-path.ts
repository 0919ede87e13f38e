/** The path before the mount of a request as the browser sees it: a proxy may have taken a part of it away. */
import type { Incoming } from '../endpoint.ts'

export function basePath({ publicUrl, target, mountPoint }: Incoming): string {
  const mount = publicUrl.slice(0, publicUrl.length - target.length + mountPoint.prefix.length)
  return new URL(mount).pathname.replace(/\/$/, '')
}
