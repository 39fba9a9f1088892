// `npm run contract-docs`: writes docs/contract/openapi.json and asyncapi.json from the contract.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractDocuments } from './documents.ts';

const folder = join(import.meta.dirname, '../../docs/contract');
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(contractDocuments())) writeFileSync(join(folder, name), text);
