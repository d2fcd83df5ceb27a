import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { secureHeaders } from 'hono/secure-headers'

/** Nothing of a memory is ever interpreted: no script, style, image or frame but the page's own. */
export const securityHeaders: MiddlewareHandler = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
  xFrameOptions: 'DENY',
  referrerPolicy: 'no-referrer',
  strictTransportSecurity: false,
  crossOriginResourcePolicy: 'same-origin',
  crossOriginOpenerPolicy: 'same-origin',
})

/** Refuses requests that a page of another origin made, even where a cookie would let them through. */
export const ownPagesOnly: MiddlewareHandler = async (context, next) => {
  const origin = context.req.header('origin')
  const site = context.req.header('sec-fetch-site')
  const isOwn = origin === undefined || hostOf(origin) === (context.req.header('host') ?? new URL(context.req.url).host)
  const isNamed = context.req.method === 'GET' || origin !== undefined || site === 'same-origin'
  if (!isOwn || !isNamed || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    return context.json({ error: 'this request comes from another page: open the inspector itself' }, 403)
  context.header('cache-control', 'no-store')
  return next()
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

/** What guards an inspector that stands alone. */
export interface LoopbackGuard {
  /** Goes into the fragment of the address: it is sent to no server, and stands in no log. */
  token: string
  /** Lets only requests through that name this machine. */
  onlyThisMachine: MiddlewareHandler
  /** Takes the token and gives the cookie that stands for it. */
  enter: MiddlewareHandler
  /** Lets only requests with the cookie through. */
  onlyEntered: MiddlewareHandler
}

/** Makes a guard; the port is known when the server listens. */
export function createLoopbackGuard(port: () => number): LoopbackGuard {
  const token = randomBytes(24).toString('base64url')
  const pass = randomBytes(24).toString('base64url')
  const cookie = (): string => `daybook_inspector_${port()}`
  return {
    token,
    async onlyThisMachine(context, next) {
      // A name that an attacker's server resolves to this machine is another host to the browser.
      const isThis = ['127.0.0.1', 'localhost'].some((name) => context.req.header('host') === `${name}:${port()}`)
      return isThis ? next() : context.text('this inspector answers on 127.0.0.1 only', 403)
    },
    async enter(context) {
      const body: unknown = await context.req.json().catch(() => undefined)
      const given = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined
      if (typeof given !== 'string' || !isSame(given, token)) {
        deleteCookie(context, cookie(), { path: '/' })
        return context.json({ error: 'the token is not of this run: open the address that was printed last' }, 401)
      }
      setCookie(context, cookie(), pass, { path: '/', httpOnly: true, sameSite: 'Strict' })
      return context.json({ isEntered: true })
    },
    async onlyEntered(context, next) {
      if (isSame(getCookie(context, cookie()) ?? '', pass)) return next()
      return context.json({ error: 'open the address that was printed when the inspector was started' }, 401)
    },
  }
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
