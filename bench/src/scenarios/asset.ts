import { BEYOND_64_BITS, get, jsonResponse, notFoundJson } from './definition/answers.ts';
import type { Definition } from './definition/scenario.ts';
import { rowsIn } from './definition/shared-data.ts';

type Asset = { id: number; name: string; desc: string };

const ASSETS = 1_000;
export const assets = rowsIn<Asset>('assets.json');

export const asset: Definition<'asset'> = {
  id: 'asset',
  version: 1,
  title: 'Asset by id',
  summary: `One of ${ASSETS.toLocaleString('en')} assets held in memory, drawn at random.`,
  route: 'GET /assets/{id}',
  answer: '200 `{"id":1,"name":"asset001","desc":"测试资产001"}`; 404 for an unknown id',
  database: null,
  body: 'one',
  shared: assets,
  refused: {
    check: 'unknown-id',
    status: 404,
    requests: (data) =>
      ['0', String(data.of(assets).length + 1), 'abc', '1abc', '1.5', '1e1', BEYOND_64_BITS].map((id) =>
        get(`/assets/${id}`),
      ),
  },
  requests: (data) => data.of(assets).map(({ id }) => get(`/assets/${id}`)),
  expected(request, data) {
    const id = Number(request.path.slice('/assets/'.length));
    const found = data.of(assets).find((candidate) => candidate.id === id);
    return found ? jsonResponse(200, found) : notFoundJson();
  },
};
