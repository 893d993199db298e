// @ts-check
import { AssistantPanel } from "./panel.js";

AssistantPanel.define();
