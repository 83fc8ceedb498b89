/** In a page: `strapi(url)`, the client that keeps its session in a cookie. */
import Strapi from 'strapi-sdk-js'

Object.assign(globalThis, { strapi: (url: string) => new Strapi({ url, prefix: '/api' }) })
