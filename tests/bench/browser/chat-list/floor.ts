// The minimum: reused rows of equal height without a library or scroll anchoring.
import './simple-row.css';
import type { Message } from '@openbell/core/contract';
import { found, type ListContender } from './contender.ts';

const height = 60;
const shown = 24;
let messages: Message[] = [];
let rows: HTMLElement[] = [];

function rowOf(): HTMLElement {
  const row = document.createElement('div');
  row.className = 'row place';
  row.style.cssText = `position:absolute;inset-inline:0;height:${height}px;overflow:hidden;box-sizing:border-box`;
  row.innerHTML =
    '<div class="bubble"><div class="name"></div><div class="text" style="white-space:nowrap;overflow:hidden"></div><div class="time"></div></div>';
  return row;
}

function fill(row: HTMLElement, index: number): void {
  const message = messages[index];
  if (message === undefined || row.dataset.index === String(index)) return;
  row.dataset.index = String(index);
  row.style.top = `${index * height}px`;
  const [name, text, time] = row.firstElementChild?.children ?? [];
  if (name !== undefined) name.textContent = message.sender.first_name;
  if (text !== undefined) text.textContent = message.message;
  if (time !== undefined) time.textContent = message.created_at?.slice(11, 16) ?? '';
}

function draw(list: HTMLElement): void {
  const first = Math.max(0, Math.min(Math.floor(list.scrollTop / height) - 4, messages.length - shown));
  for (let index = first; index < first + shown; index += 1) {
    const row = rows[index % shown];
    if (row !== undefined) fill(row, index);
  }
}

const list = (): HTMLElement => found(document, '.list');

export const contender: ListContender = {
  prepare(first) {
    messages = [...first];
  },
  mount(host) {
    host.innerHTML = '<div class="list"><div style="position:relative"></div></div>';
    const element = list();
    const content = found(element, 'div');
    content.style.height = `${messages.length * height}px`;
    rows = Array.from({ length: shown }, rowOf);
    content.append(...rows);
    element.scrollTop = messages.length * height;
    draw(element);
    element.addEventListener('scroll', () => draw(element));
  },
  append(message) {
    messages.push(message);
    const element = list();
    found(element, 'div').style.height = `${messages.length * height}px`;
    element.scrollTop = messages.length * height;
    draw(element);
  },
  prepend() {
    throw new Error('The floor cannot prepend rows');
  },
  scroller: '.list',
  row: '.place',
};
