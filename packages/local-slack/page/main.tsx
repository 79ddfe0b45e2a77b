import './api/zod-without-eval.ts';
import { render } from 'preact';
import { App } from './app.tsx';

const root = document.getElementById('page');
if (root) render(<App />, root);
