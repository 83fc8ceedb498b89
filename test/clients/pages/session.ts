/** This script runs in a page: `strapi(url)` creates a client that keeps its session in a cookie. */
import Strapi from 'strapi-sdk-js'

Object.assign(globalThis, { strapi: (url: string) => new Strapi({ url, prefix: '/api' }) })
