import { loadDataset } from '/work/main/src/graph/load.ts'
import { test } from 'vitest'
test('x', () => { const t=performance.now(); try { const g = loadDataset('/work/main/fixtures/strapi-5.54/dataset'); console.log(performance.now()-t, [...g.tables].map(([u,t])=>u+' '+t.rows.length)) } catch(e:any){ console.log(e.message.slice(0,6000), e.faults?.length) } })
