/** Validators of everything that comes in. Written by `npm run codegen`; changes belong into the schema files. */
import { coercing } from '../validation.js';


const v0_0 = validate52;
const schema19 = {"type":"object","properties":{"session_id":{"type":"string"},"agent_id":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,128}$"}},"required":["session_id","agent_id"],"$id":"v0_0"};
const pattern3 = new RegExp("^[A-Za-z0-9._-]{1,128}$", "u");

function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_0" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate52.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.agent_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "agent_id"},message:"must have required property '"+"agent_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.agent_id !== undefined){
let data1 = data.agent_id;
if(typeof data1 === "string"){
if(!pattern3.test(data1)){
const err3 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._-]{1,128}$"},message:"must match pattern \""+"^[A-Za-z0-9._-]{1,128}$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate52.errors = vErrors;
return errors === 0;
}
validate52.evaluated = {"props":{"session_id":true,"agent_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_1 = validate53;
const schema20 = {"type":"object","properties":{"session_id":{"type":"string"},"prompt_id":{"type":"string"}},"required":["session_id","prompt_id"],"$id":"v0_1"};

function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_1" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate53.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.prompt_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prompt_id"},message:"must have required property '"+"prompt_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.prompt_id !== undefined){
if(typeof data.prompt_id !== "string"){
const err3 = {instancePath:instancePath+"/prompt_id",schemaPath:"#/properties/prompt_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate53.errors = vErrors;
return errors === 0;
}
validate53.evaluated = {"props":{"session_id":true,"prompt_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_2 = validate54;
const schema21 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_2"};

function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_2" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate54.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate54.errors = vErrors;
return errors === 0;
}
validate54.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_3 = validate55;
const schema22 = {"type":"object","properties":{"session_id":{"type":"string"},"skill_name":{"type":"string"}},"required":["session_id","skill_name"],"$id":"v0_3"};

function validate55(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_3" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate55.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.skill_name === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "skill_name"},message:"must have required property '"+"skill_name"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.skill_name !== undefined){
if(typeof data.skill_name !== "string"){
const err3 = {instancePath:instancePath+"/skill_name",schemaPath:"#/properties/skill_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate55.errors = vErrors;
return errors === 0;
}
validate55.evaluated = {"props":{"session_id":true,"skill_name":true},"dynamicProps":false,"dynamicItems":false};

const v0_4 = validate56;
const schema23 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_4"};

function validate56(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_4" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate56.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate56.errors = vErrors;
return errors === 0;
}
validate56.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_5 = validate57;
const schema24 = {"type":"object","properties":{"workspace_id":{"type":"string","pattern":"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"}},"required":["workspace_id"],"$id":"v0_5"};
const pattern4 = new RegExp("^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$", "u");

function validate57(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_5" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate57.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.workspace_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workspace_id"},message:"must have required property '"+"workspace_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.workspace_id !== undefined){
let data0 = data.workspace_id;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err1 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/pattern",keyword:"pattern",params:{pattern: "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"},message:"must match pattern \""+"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate57.errors = vErrors;
return errors === 0;
}
validate57.evaluated = {"props":{"workspace_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_6 = validate58;
const schema25 = {"type":"object","properties":{"session_id":{"type":"string"},"question_id":{"type":"string"}},"required":["session_id","question_id"],"$id":"v0_6"};

function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_6" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate58.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.question_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "question_id"},message:"must have required property '"+"question_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.question_id !== undefined){
if(typeof data.question_id !== "string"){
const err3 = {instancePath:instancePath+"/question_id",schemaPath:"#/properties/question_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate58.errors = vErrors;
return errors === 0;
}
validate58.evaluated = {"props":{"session_id":true,"question_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_7 = validate59;
const schema26 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_7"};

function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_7" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate59.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate59.errors = vErrors;
return errors === 0;
}
validate59.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_8 = validate60;
const schema27 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_8"};

function validate60(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_8" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate60.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate60.errors = vErrors;
return errors === 0;
}
validate60.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_9 = validate61;
const schema28 = {"type":"object","properties":{"session_id":{"type":"string"},"command_id":{"type":"string"}},"required":["session_id","command_id"],"$id":"v0_9"};

function validate61(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_9" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate61.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.command_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "command_id"},message:"must have required property '"+"command_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.command_id !== undefined){
if(typeof data.command_id !== "string"){
const err3 = {instancePath:instancePath+"/command_id",schemaPath:"#/properties/command_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate61.errors = vErrors;
return errors === 0;
}
validate61.evaluated = {"props":{"session_id":true,"command_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_10 = validate62;
const schema29 = {"type":"object","properties":{"session_id":{"type":"string"},"task_id":{"type":"string"}},"required":["session_id","task_id"],"$id":"v0_10"};

function validate62(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_10" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate62.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.task_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "task_id"},message:"must have required property '"+"task_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.task_id !== undefined){
if(typeof data.task_id !== "string"){
const err3 = {instancePath:instancePath+"/task_id",schemaPath:"#/properties/task_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate62.errors = vErrors;
return errors === 0;
}
validate62.evaluated = {"props":{"session_id":true,"task_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_11 = validate63;
const schema30 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_11"};

function validate63(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_11" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate63.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate63.errors = vErrors;
return errors === 0;
}
validate63.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_12 = validate64;
const schema31 = {"type":"object","properties":{"session_id":{"type":"string"},"agent_id":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,128}$"}},"required":["session_id","agent_id"],"$id":"v0_12"};

function validate64(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_12" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate64.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.agent_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "agent_id"},message:"must have required property '"+"agent_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.agent_id !== undefined){
let data1 = data.agent_id;
if(typeof data1 === "string"){
if(!pattern3.test(data1)){
const err3 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._-]{1,128}$"},message:"must match pattern \""+"^[A-Za-z0-9._-]{1,128}$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate64.errors = vErrors;
return errors === 0;
}
validate64.evaluated = {"props":{"session_id":true,"agent_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_13 = validate65;
const schema32 = {"type":"object","properties":{"session_id":{"type":"string"},"terminal_id":{"type":"string"}},"required":["session_id","terminal_id"],"$id":"v0_13"};

function validate65(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_13" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate65.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.terminal_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "terminal_id"},message:"must have required property '"+"terminal_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.terminal_id !== undefined){
if(typeof data.terminal_id !== "string"){
const err3 = {instancePath:instancePath+"/terminal_id",schemaPath:"#/properties/terminal_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate65.errors = vErrors;
return errors === 0;
}
validate65.evaluated = {"props":{"session_id":true,"terminal_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_14 = validate66;
const schema33 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_14"};

function validate66(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_14" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate66.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate66.errors = vErrors;
return errors === 0;
}
validate66.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_15 = validate67;
const schema34 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_15"};

function validate67(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_15" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate67.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate67.errors = vErrors;
return errors === 0;
}
validate67.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_16 = validate68;
const schema35 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_16"};

function validate68(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_16" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate68.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate68.errors = vErrors;
return errors === 0;
}
validate68.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_17 = validate69;
const schema36 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_17"};

function validate69(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_17" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate69.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate69.errors = vErrors;
return errors === 0;
}
validate69.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_18 = validate70;
const schema37 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_18"};

function validate70(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_18" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate70.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate70.errors = vErrors;
return errors === 0;
}
validate70.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_19 = validate71;
const schema38 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_19"};

function validate71(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_19" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate71.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate71.errors = vErrors;
return errors === 0;
}
validate71.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_20 = validate72;
const schema39 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_20"};

function validate72(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_20" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate72.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate72.errors = vErrors;
return errors === 0;
}
validate72.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_21 = validate73;
const schema40 = {"type":"object","properties":{"session_id":{"type":"string"},"job_id":{"type":"string"}},"required":["session_id","job_id"],"$id":"v0_21"};

function validate73(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_21" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate73.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.job_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "job_id"},message:"must have required property '"+"job_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.job_id !== undefined){
if(typeof data.job_id !== "string"){
const err3 = {instancePath:instancePath+"/job_id",schemaPath:"#/properties/job_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate73.errors = vErrors;
return errors === 0;
}
validate73.evaluated = {"props":{"session_id":true,"job_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_22 = validate74;
const schema41 = {"type":"object","properties":{"file_id":{"type":"string"}},"required":["file_id"],"$id":"v0_22"};

function validate74(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_22" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate74.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.file_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "file_id"},message:"must have required property '"+"file_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.file_id !== undefined){
if(typeof data.file_id !== "string"){
const err1 = {instancePath:instancePath+"/file_id",schemaPath:"#/properties/file_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate74.errors = vErrors;
return errors === 0;
}
validate74.evaluated = {"props":{"file_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_23 = validate75;
const schema42 = {"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"$id":"v0_23"};

function validate75(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_23" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate75.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err1 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate75.errors = vErrors;
return errors === 0;
}
validate75.evaluated = {"props":{"name":true},"dynamicProps":false,"dynamicItems":false};

const v0_24 = validate76;
const schema43 = {"type":"object","properties":{"session_id":{"type":"string"},"rule_id":{"type":"string"}},"required":["session_id","rule_id"],"$id":"v0_24"};

function validate76(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_24" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate76.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.rule_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rule_id"},message:"must have required property '"+"rule_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.rule_id !== undefined){
if(typeof data.rule_id !== "string"){
const err3 = {instancePath:instancePath+"/rule_id",schemaPath:"#/properties/rule_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate76.errors = vErrors;
return errors === 0;
}
validate76.evaluated = {"props":{"session_id":true,"rule_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_25 = validate77;
const schema44 = {"type":"object","properties":{"provider_id":{"type":"string"}},"required":["provider_id"],"$id":"v0_25"};

function validate77(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_25" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate77.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.provider_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "provider_id"},message:"must have required property '"+"provider_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.provider_id !== undefined){
if(typeof data.provider_id !== "string"){
const err1 = {instancePath:instancePath+"/provider_id",schemaPath:"#/properties/provider_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate77.errors = vErrors;
return errors === 0;
}
validate77.evaluated = {"props":{"provider_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_26 = validate78;
const schema45 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_26"};

function validate78(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_26" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate78.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate78.errors = vErrors;
return errors === 0;
}
validate78.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_27 = validate79;
const schema46 = {"type":"object","properties":{"session_id":{"type":"string"},"tool_call_id":{"type":"string"}},"required":["session_id","tool_call_id"],"$id":"v0_27"};

function validate79(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_27" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate79.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.tool_call_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tool_call_id"},message:"must have required property '"+"tool_call_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.tool_call_id !== undefined){
if(typeof data.tool_call_id !== "string"){
const err3 = {instancePath:instancePath+"/tool_call_id",schemaPath:"#/properties/tool_call_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate79.errors = vErrors;
return errors === 0;
}
validate79.evaluated = {"props":{"session_id":true,"tool_call_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_28 = validate80;
const schema47 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_28"};

function validate80(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_28" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate80.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate80.errors = vErrors;
return errors === 0;
}
validate80.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_29 = validate81;
const schema48 = {"type":"object","properties":{"session_id":{"type":"string"},"question_id":{"type":"string"}},"required":["session_id","question_id"],"$id":"v0_29"};

function validate81(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_29" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate81.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.question_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "question_id"},message:"must have required property '"+"question_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.question_id !== undefined){
if(typeof data.question_id !== "string"){
const err3 = {instancePath:instancePath+"/question_id",schemaPath:"#/properties/question_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate81.errors = vErrors;
return errors === 0;
}
validate81.evaluated = {"props":{"session_id":true,"question_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_30 = validate82;
const schema49 = {"type":"object","properties":{"session_id":{"type":"string"},"path":{"type":"string"}},"required":["session_id","path"],"$id":"v0_30"};

function validate82(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_30" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate82.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.path === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err3 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate82.errors = vErrors;
return errors === 0;
}
validate82.evaluated = {"props":{"session_id":true,"path":true},"dynamicProps":false,"dynamicItems":false};

const v0_31 = validate83;
const schema50 = {"type":"object","properties":{"session_id":{"type":"string"},"prompt_id":{"type":"string"}},"required":["session_id","prompt_id"],"$id":"v0_31"};

function validate83(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_31" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate83.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.prompt_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prompt_id"},message:"must have required property '"+"prompt_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.prompt_id !== undefined){
if(typeof data.prompt_id !== "string"){
const err3 = {instancePath:instancePath+"/prompt_id",schemaPath:"#/properties/prompt_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate83.errors = vErrors;
return errors === 0;
}
validate83.evaluated = {"props":{"session_id":true,"prompt_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_32 = validate84;
const schema51 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_32"};

function validate84(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_32" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate84.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate84.errors = vErrors;
return errors === 0;
}
validate84.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_33 = validate85;
const schema52 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_33"};

function validate85(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_33" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate85.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate85.errors = vErrors;
return errors === 0;
}
validate85.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_34 = validate86;
const schema53 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_34"};

function validate86(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_34" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate86.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate86.errors = vErrors;
return errors === 0;
}
validate86.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_35 = validate87;
const schema54 = {"type":"object","properties":{"session_id":{"type":"string"},"approval_id":{"type":"string"}},"required":["session_id","approval_id"],"$id":"v0_35"};

function validate87(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_35" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate87.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.approval_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "approval_id"},message:"must have required property '"+"approval_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.approval_id !== undefined){
if(typeof data.approval_id !== "string"){
const err3 = {instancePath:instancePath+"/approval_id",schemaPath:"#/properties/approval_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate87.errors = vErrors;
return errors === 0;
}
validate87.evaluated = {"props":{"session_id":true,"approval_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_36 = validate88;
const schema55 = {"type":"object","properties":{"catalog_id":{"type":"string","minLength":1}},"required":["catalog_id"],"$id":"v0_36"};

function validate88(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_36" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate88.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.catalog_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "catalog_id"},message:"must have required property '"+"catalog_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.catalog_id !== undefined){
let data0 = data.catalog_id;
if(typeof data0 === "string"){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/catalog_id",schemaPath:"#/properties/catalog_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/catalog_id",schemaPath:"#/properties/catalog_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate88.errors = vErrors;
return errors === 0;
}
validate88.evaluated = {"props":{"catalog_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_37 = validate89;
const schema56 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_37"};

function validate89(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_37" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate89.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate89.errors = vErrors;
return errors === 0;
}
validate89.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_38 = validate90;
const schema57 = {"type":"object","properties":{"file_id":{"type":"string"}},"required":["file_id"],"$id":"v0_38"};

function validate90(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_38" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate90.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.file_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "file_id"},message:"must have required property '"+"file_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.file_id !== undefined){
if(typeof data.file_id !== "string"){
const err1 = {instancePath:instancePath+"/file_id",schemaPath:"#/properties/file_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate90.errors = vErrors;
return errors === 0;
}
validate90.evaluated = {"props":{"file_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_39 = validate91;
const schema58 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_39"};

function validate91(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_39" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate91.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate91.errors = vErrors;
return errors === 0;
}
validate91.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_40 = validate92;
const schema59 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_40"};

function validate92(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_40" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate92.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate92.errors = vErrors;
return errors === 0;
}
validate92.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_41 = validate93;
const schema60 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_41"};

function validate93(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_41" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate93.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate93.errors = vErrors;
return errors === 0;
}
validate93.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_42 = validate94;
const schema61 = {"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"$id":"v0_42"};

function validate94(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_42" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate94.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err1 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate94.errors = vErrors;
return errors === 0;
}
validate94.evaluated = {"props":{"name":true},"dynamicProps":false,"dynamicItems":false};

const v0_43 = validate95;
const schema62 = {"type":"object","properties":{"session_id":{"type":"string"},"message_id":{"type":"string"}},"required":["session_id","message_id"],"$id":"v0_43"};

function validate95(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_43" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate95.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.message_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message_id"},message:"must have required property '"+"message_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.message_id !== undefined){
if(typeof data.message_id !== "string"){
const err3 = {instancePath:instancePath+"/message_id",schemaPath:"#/properties/message_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate95.errors = vErrors;
return errors === 0;
}
validate95.evaluated = {"props":{"session_id":true,"message_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_44 = validate96;
const schema63 = {"type":"object","properties":{"provider_id":{"type":"string"}},"required":["provider_id"],"$id":"v0_44"};

function validate96(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_44" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate96.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.provider_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "provider_id"},message:"must have required property '"+"provider_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.provider_id !== undefined){
if(typeof data.provider_id !== "string"){
const err1 = {instancePath:instancePath+"/provider_id",schemaPath:"#/properties/provider_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate96.errors = vErrors;
return errors === 0;
}
validate96.evaluated = {"props":{"provider_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_45 = validate97;
const schema64 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_45"};

function validate97(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_45" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate97.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate97.errors = vErrors;
return errors === 0;
}
validate97.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_46 = validate98;
const schema65 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_46"};

function validate98(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_46" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate98.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate98.errors = vErrors;
return errors === 0;
}
validate98.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_47 = validate99;
const schema66 = {"type":"object","properties":{"session_id":{"type":"string"},"file_id":{"type":"string"}},"required":["session_id","file_id"],"$id":"v0_47"};

function validate99(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_47" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate99.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.file_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "file_id"},message:"must have required property '"+"file_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.file_id !== undefined){
if(typeof data.file_id !== "string"){
const err3 = {instancePath:instancePath+"/file_id",schemaPath:"#/properties/file_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate99.errors = vErrors;
return errors === 0;
}
validate99.evaluated = {"props":{"session_id":true,"file_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_48 = validate100;
const schema67 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_48"};

function validate100(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_48" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate100.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate100.errors = vErrors;
return errors === 0;
}
validate100.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_49 = validate101;
const schema68 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_49"};

function validate101(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_49" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate101.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate101.errors = vErrors;
return errors === 0;
}
validate101.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_50 = validate102;
const schema69 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_50"};

function validate102(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_50" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate102.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate102.errors = vErrors;
return errors === 0;
}
validate102.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_51 = validate103;
const schema70 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_51"};

function validate103(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_51" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate103.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate103.errors = vErrors;
return errors === 0;
}
validate103.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_52 = validate104;
const schema71 = {"type":"object","properties":{"session_id":{"type":"string"},"task_id":{"type":"string"}},"required":["session_id","task_id"],"$id":"v0_52"};

function validate104(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_52" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate104.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.task_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "task_id"},message:"must have required property '"+"task_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.task_id !== undefined){
if(typeof data.task_id !== "string"){
const err3 = {instancePath:instancePath+"/task_id",schemaPath:"#/properties/task_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate104.errors = vErrors;
return errors === 0;
}
validate104.evaluated = {"props":{"session_id":true,"task_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_53 = validate105;
const schema72 = {"type":"object","properties":{"session_id":{"type":"string"},"terminal_id":{"type":"string"}},"required":["session_id","terminal_id"],"$id":"v0_53"};

function validate105(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_53" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate105.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.terminal_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "terminal_id"},message:"must have required property '"+"terminal_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.terminal_id !== undefined){
if(typeof data.terminal_id !== "string"){
const err3 = {instancePath:instancePath+"/terminal_id",schemaPath:"#/properties/terminal_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate105.errors = vErrors;
return errors === 0;
}
validate105.evaluated = {"props":{"session_id":true,"terminal_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_54 = validate106;
const schema73 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_54"};

function validate106(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_54" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate106.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate106.errors = vErrors;
return errors === 0;
}
validate106.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_55 = validate107;
const schema74 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_55"};

function validate107(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_55" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate107.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate107.errors = vErrors;
return errors === 0;
}
validate107.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_56 = validate108;
const schema75 = {"type":"object","properties":{"workspace_id":{"type":"string","pattern":"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"}},"required":["workspace_id"],"$id":"v0_56"};

function validate108(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_56" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate108.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.workspace_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workspace_id"},message:"must have required property '"+"workspace_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.workspace_id !== undefined){
let data0 = data.workspace_id;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err1 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/pattern",keyword:"pattern",params:{pattern: "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"},message:"must match pattern \""+"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate108.errors = vErrors;
return errors === 0;
}
validate108.evaluated = {"props":{"workspace_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_57 = validate109;
const schema76 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_57"};

function validate109(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_57" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate109.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate109.errors = vErrors;
return errors === 0;
}
validate109.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_58 = validate110;
const schema77 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_58"};

function validate110(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_58" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate110.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate110.errors = vErrors;
return errors === 0;
}
validate110.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_59 = validate111;
const schema78 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_59"};

function validate111(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_59" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate111.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate111.errors = vErrors;
return errors === 0;
}
validate111.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_60 = validate112;
const schema79 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_60"};

function validate112(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_60" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate112.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate112.errors = vErrors;
return errors === 0;
}
validate112.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_61 = validate113;
const schema80 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_61"};

function validate113(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_61" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate113.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate113.errors = vErrors;
return errors === 0;
}
validate113.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_62 = validate114;
const schema81 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_62"};

function validate114(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_62" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate114.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate114.errors = vErrors;
return errors === 0;
}
validate114.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_63 = validate115;
const schema82 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_63"};

function validate115(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_63" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate115.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate115.errors = vErrors;
return errors === 0;
}
validate115.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_64 = validate116;
const schema83 = {"type":"object","properties":{"workspace_id":{"type":"string","pattern":"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"}},"required":["workspace_id"],"$id":"v0_64"};

function validate116(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_64" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate116.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.workspace_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workspace_id"},message:"must have required property '"+"workspace_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.workspace_id !== undefined){
let data0 = data.workspace_id;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err1 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/pattern",keyword:"pattern",params:{pattern: "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"},message:"must match pattern \""+"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate116.errors = vErrors;
return errors === 0;
}
validate116.evaluated = {"props":{"workspace_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_65 = validate117;
const schema84 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_65"};

function validate117(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_65" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate117.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate117.errors = vErrors;
return errors === 0;
}
validate117.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_66 = validate118;
const schema85 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_66"};

function validate118(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_66" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate118.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate118.errors = vErrors;
return errors === 0;
}
validate118.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_67 = validate119;
const schema86 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_67"};

function validate119(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_67" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate119.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate119.errors = vErrors;
return errors === 0;
}
validate119.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_68 = validate120;
const schema87 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_68"};

function validate120(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_68" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate120.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate120.errors = vErrors;
return errors === 0;
}
validate120.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_69 = validate121;
const schema88 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_69"};

function validate121(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_69" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate121.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate121.errors = vErrors;
return errors === 0;
}
validate121.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_70 = validate122;
const schema89 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_70"};

function validate122(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_70" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate122.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate122.errors = vErrors;
return errors === 0;
}
validate122.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_71 = validate123;
const schema90 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_71"};

function validate123(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_71" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate123.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate123.errors = vErrors;
return errors === 0;
}
validate123.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_72 = validate124;
const schema91 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_72"};

function validate124(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_72" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate124.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate124.errors = vErrors;
return errors === 0;
}
validate124.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_73 = validate125;
const schema92 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_73"};

function validate125(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_73" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate125.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate125.errors = vErrors;
return errors === 0;
}
validate125.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_74 = validate126;
const schema93 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_74"};

function validate126(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_74" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate126.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate126.errors = vErrors;
return errors === 0;
}
validate126.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_75 = validate127;
const schema94 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_75"};

function validate127(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_75" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate127.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate127.errors = vErrors;
return errors === 0;
}
validate127.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_76 = validate128;
const schema95 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_76"};

function validate128(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_76" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate128.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate128.errors = vErrors;
return errors === 0;
}
validate128.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_77 = validate129;
const schema96 = {"type":"object","properties":{"workspace_id":{"type":"string","pattern":"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"}},"required":["workspace_id"],"$id":"v0_77"};

function validate129(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_77" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate129.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.workspace_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workspace_id"},message:"must have required property '"+"workspace_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.workspace_id !== undefined){
let data0 = data.workspace_id;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err1 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/pattern",keyword:"pattern",params:{pattern: "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"},message:"must match pattern \""+"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate129.errors = vErrors;
return errors === 0;
}
validate129.evaluated = {"props":{"workspace_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_78 = validate130;
const schema97 = {"type":"object","properties":{"workspace_id":{"type":"string","pattern":"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"}},"required":["workspace_id"],"$id":"v0_78"};

function validate130(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_78" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate130.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.workspace_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workspace_id"},message:"must have required property '"+"workspace_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.workspace_id !== undefined){
let data0 = data.workspace_id;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err1 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/pattern",keyword:"pattern",params:{pattern: "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"},message:"must match pattern \""+"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate130.errors = vErrors;
return errors === 0;
}
validate130.evaluated = {"props":{"workspace_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_79 = validate131;
const schema98 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_79"};

function validate131(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_79" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate131.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate131.errors = vErrors;
return errors === 0;
}
validate131.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_80 = validate132;
const schema99 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_80"};

function validate132(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_80" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate132.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate132.errors = vErrors;
return errors === 0;
}
validate132.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_81 = validate133;
const schema100 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_81"};

function validate133(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_81" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate133.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate133.errors = vErrors;
return errors === 0;
}
validate133.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_82 = validate134;
const schema101 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_82"};

function validate134(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_82" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate134.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate134.errors = vErrors;
return errors === 0;
}
validate134.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_83 = validate135;
const schema102 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_83"};

function validate135(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_83" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate135.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate135.errors = vErrors;
return errors === 0;
}
validate135.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_84 = validate136;
const schema103 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_84"};

function validate136(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_84" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate136.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate136.errors = vErrors;
return errors === 0;
}
validate136.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_85 = validate137;
const schema104 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_85"};

function validate137(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_85" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate137.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate137.errors = vErrors;
return errors === 0;
}
validate137.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_86 = validate138;
const schema105 = {"type":"object","properties":{"provider_id":{"type":"string"}},"required":["provider_id"],"$id":"v0_86"};

function validate138(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_86" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate138.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.provider_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "provider_id"},message:"must have required property '"+"provider_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.provider_id !== undefined){
if(typeof data.provider_id !== "string"){
const err1 = {instancePath:instancePath+"/provider_id",schemaPath:"#/properties/provider_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate138.errors = vErrors;
return errors === 0;
}
validate138.evaluated = {"props":{"provider_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_87 = validate139;
const schema106 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_87"};

function validate139(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_87" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate139.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate139.errors = vErrors;
return errors === 0;
}
validate139.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_88 = validate140;
const schema107 = {"type":"object","properties":{"session_id":{"type":"string"},"prompt_id":{"type":"string"}},"required":["session_id","prompt_id"],"$id":"v0_88"};

function validate140(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_88" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate140.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.prompt_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prompt_id"},message:"must have required property '"+"prompt_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.prompt_id !== undefined){
if(typeof data.prompt_id !== "string"){
const err3 = {instancePath:instancePath+"/prompt_id",schemaPath:"#/properties/prompt_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate140.errors = vErrors;
return errors === 0;
}
validate140.evaluated = {"props":{"session_id":true,"prompt_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_89 = validate141;
const schema108 = {"type":"object","properties":{"workspace_id":{"type":"string","pattern":"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"}},"required":["workspace_id"],"$id":"v0_89"};

function validate141(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_89" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate141.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.workspace_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workspace_id"},message:"must have required property '"+"workspace_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.workspace_id !== undefined){
let data0 = data.workspace_id;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err1 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/pattern",keyword:"pattern",params:{pattern: "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"},message:"must match pattern \""+"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate141.errors = vErrors;
return errors === 0;
}
validate141.evaluated = {"props":{"workspace_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_90 = validate142;
const schema109 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_90"};

function validate142(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_90" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate142.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate142.errors = vErrors;
return errors === 0;
}
validate142.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_91 = validate143;
const schema110 = {"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"$id":"v0_91"};

function validate143(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_91" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate143.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err1 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate143.errors = vErrors;
return errors === 0;
}
validate143.evaluated = {"props":{"name":true},"dynamicProps":false,"dynamicItems":false};

const v0_92 = validate144;
const schema111 = {"type":"object","properties":{"provider_id":{"type":"string"}},"required":["provider_id"],"$id":"v0_92"};

function validate144(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_92" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate144.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.provider_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "provider_id"},message:"must have required property '"+"provider_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.provider_id !== undefined){
if(typeof data.provider_id !== "string"){
const err1 = {instancePath:instancePath+"/provider_id",schemaPath:"#/properties/provider_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate144.errors = vErrors;
return errors === 0;
}
validate144.evaluated = {"props":{"provider_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_93 = validate145;
const schema112 = {"type":"object","properties":{"session_id":{"type":"string"},"approval_id":{"type":"string"}},"required":["session_id","approval_id"],"$id":"v0_93"};

function validate145(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_93" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate145.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.approval_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "approval_id"},message:"must have required property '"+"approval_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.approval_id !== undefined){
if(typeof data.approval_id !== "string"){
const err3 = {instancePath:instancePath+"/approval_id",schemaPath:"#/properties/approval_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate145.errors = vErrors;
return errors === 0;
}
validate145.evaluated = {"props":{"session_id":true,"approval_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_94 = validate146;
const schema113 = {"type":"object","properties":{"mcp_server_id":{"type":"string"}},"required":["mcp_server_id"],"$id":"v0_94"};

function validate146(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_94" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate146.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.mcp_server_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "mcp_server_id"},message:"must have required property '"+"mcp_server_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.mcp_server_id !== undefined){
if(typeof data.mcp_server_id !== "string"){
const err1 = {instancePath:instancePath+"/mcp_server_id",schemaPath:"#/properties/mcp_server_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate146.errors = vErrors;
return errors === 0;
}
validate146.evaluated = {"props":{"mcp_server_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_95 = validate147;
const schema114 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_95"};

function validate147(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_95" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate147.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate147.errors = vErrors;
return errors === 0;
}
validate147.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_96 = validate148;
const schema115 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_96"};

function validate148(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_96" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate148.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate148.errors = vErrors;
return errors === 0;
}
validate148.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_97 = validate149;
const schema116 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_97"};

function validate149(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_97" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate149.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate149.errors = vErrors;
return errors === 0;
}
validate149.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_98 = validate150;
const schema117 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_98"};

function validate150(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_98" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate150.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate150.errors = vErrors;
return errors === 0;
}
validate150.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_99 = validate151;
const schema118 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_99"};

function validate151(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_99" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate151.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate151.errors = vErrors;
return errors === 0;
}
validate151.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_100 = validate152;
const schema119 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_100"};

function validate152(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_100" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate152.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate152.errors = vErrors;
return errors === 0;
}
validate152.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_101 = validate153;
const schema120 = {"type":"object","properties":{"model_id":{"type":"string"}},"required":["model_id"],"$id":"v0_101"};

function validate153(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_101" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate153.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.model_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "model_id"},message:"must have required property '"+"model_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.model_id !== undefined){
if(typeof data.model_id !== "string"){
const err1 = {instancePath:instancePath+"/model_id",schemaPath:"#/properties/model_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate153.errors = vErrors;
return errors === 0;
}
validate153.evaluated = {"props":{"model_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_102 = validate154;
const schema121 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_102"};

function validate154(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_102" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate154.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate154.errors = vErrors;
return errors === 0;
}
validate154.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_103 = validate155;
const schema122 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_103"};

function validate155(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_103" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate155.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate155.errors = vErrors;
return errors === 0;
}
validate155.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_104 = validate156;
const schema123 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_104"};

function validate156(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_104" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate156.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate156.errors = vErrors;
return errors === 0;
}
validate156.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_105 = validate157;
const schema124 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_105"};

function validate157(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_105" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate157.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate157.errors = vErrors;
return errors === 0;
}
validate157.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_106 = validate158;
const schema125 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_106"};

function validate158(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_106" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate158.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate158.errors = vErrors;
return errors === 0;
}
validate158.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_107 = validate159;
const schema126 = {"type":"object","properties":{"session_id":{"type":"string"},"prompt_id":{"type":"string"}},"required":["session_id","prompt_id"],"$id":"v0_107"};

function validate159(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_107" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate159.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.prompt_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prompt_id"},message:"must have required property '"+"prompt_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.prompt_id !== undefined){
if(typeof data.prompt_id !== "string"){
const err3 = {instancePath:instancePath+"/prompt_id",schemaPath:"#/properties/prompt_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate159.errors = vErrors;
return errors === 0;
}
validate159.evaluated = {"props":{"session_id":true,"prompt_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_108 = validate160;
const schema127 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_108"};

function validate160(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_108" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate160.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate160.errors = vErrors;
return errors === 0;
}
validate160.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_109 = validate161;
const schema128 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_109"};

function validate161(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_109" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate161.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate161.errors = vErrors;
return errors === 0;
}
validate161.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_110 = validate162;
const schema129 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_110"};

function validate162(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_110" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate162.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate162.errors = vErrors;
return errors === 0;
}
validate162.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_111 = validate163;
const schema130 = {"type":"object","properties":{"workspace_id":{"type":"string","pattern":"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"}},"required":["workspace_id"],"$id":"v0_111"};

function validate163(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_111" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate163.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.workspace_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workspace_id"},message:"must have required property '"+"workspace_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.workspace_id !== undefined){
let data0 = data.workspace_id;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err1 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/pattern",keyword:"pattern",params:{pattern: "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"},message:"must match pattern \""+"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate163.errors = vErrors;
return errors === 0;
}
validate163.evaluated = {"props":{"workspace_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_112 = validate164;
const schema131 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_112"};

function validate164(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_112" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate164.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate164.errors = vErrors;
return errors === 0;
}
validate164.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_113 = validate165;
const schema132 = {"type":"object","properties":{"workspace_id":{"type":"string","pattern":"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"}},"required":["workspace_id"],"$id":"v0_113"};

function validate165(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_113" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate165.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.workspace_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workspace_id"},message:"must have required property '"+"workspace_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.workspace_id !== undefined){
let data0 = data.workspace_id;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err1 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/pattern",keyword:"pattern",params:{pattern: "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"},message:"must match pattern \""+"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate165.errors = vErrors;
return errors === 0;
}
validate165.evaluated = {"props":{"workspace_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_114 = validate166;
const schema133 = {"type":"object","properties":{"workspace_id":{"type":"string","pattern":"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"}},"required":["workspace_id"],"$id":"v0_114"};

function validate166(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_114" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate166.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.workspace_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workspace_id"},message:"must have required property '"+"workspace_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.workspace_id !== undefined){
let data0 = data.workspace_id;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err1 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/pattern",keyword:"pattern",params:{pattern: "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"},message:"must match pattern \""+"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate166.errors = vErrors;
return errors === 0;
}
validate166.evaluated = {"props":{"workspace_id":true},"dynamicProps":false,"dynamicItems":false};

const v0_115 = validate167;
const schema134 = {"type":"object","properties":{"session_id":{"type":"string"}},"required":["session_id"],"$id":"v0_115"};

function validate167(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v0_115" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate167.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate167.errors = vErrors;
return errors === 0;
}
validate167.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v1_0 = validate168;
const schema135 = {"type":"object","properties":{"cwd":{"type":"string"}},"$id":"v1_0"};

function validate168(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_0" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate168.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cwd !== undefined){
if(typeof data.cwd !== "string"){
const err0 = {instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate168.errors = vErrors;
return errors === 0;
}
validate168.evaluated = {"props":{"cwd":true},"dynamicProps":false,"dynamicItems":false};

const v1_1 = validate169;
const schema136 = {"type":"object","properties":{"path":{"type":"string"}},"$id":"v1_1"};

function validate169(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_1" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate169.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err0 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate169.errors = vErrors;
return errors === 0;
}
validate169.evaluated = {"props":{"path":true},"dynamicProps":false,"dynamicItems":false};

const v1_2 = validate170;
const schema137 = {"type":"object","properties":{"provider":{"type":"string","enum":["managed:agent-code"],"default":"managed:agent-code"}},"$id":"v1_2"};

function validate170(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_2" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate170.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.provider === undefined){
data.provider = "managed:agent-code";
}
let data0 = data.provider;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!(data0 === "managed:agent-code")){
const err1 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/enum",keyword:"enum",params:{allowedValues: schema137.properties.provider.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate170.errors = vErrors;
return errors === 0;
}
validate170.evaluated = {"props":{"provider":true},"dynamicProps":false,"dynamicItems":false};

const v1_3 = validate171;
const schema138 = {"type":"object","properties":{"cwd":{"type":"string"}},"$id":"v1_3"};

function validate171(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_3" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate171.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cwd !== undefined){
if(typeof data.cwd !== "string"){
const err0 = {instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate171.errors = vErrors;
return errors === 0;
}
validate171.evaluated = {"props":{"cwd":true},"dynamicProps":false,"dynamicItems":false};

const v1_4 = validate172;
const schema139 = {"type":"object","properties":{"agent_id":{"type":"string","default":"main"}},"$id":"v1_4"};

function validate172(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_4" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate172.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.agent_id === undefined){
data.agent_id = "main";
}
if(typeof data.agent_id !== "string"){
const err0 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate172.errors = vErrors;
return errors === 0;
}
validate172.evaluated = {"props":{"agent_id":true},"dynamicProps":false,"dynamicItems":false};

const v1_5 = validate173;
const schema140 = {"type":"object","properties":{"after_seq":{"type":"integer","minimum":0,"default":0},"limit":{"type":"integer","minimum":1,"maximum":1000,"default":200},"type":{"type":"string"}},"$id":"v1_5"};

function validate173(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_5" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate173.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.after_seq === undefined){
data.after_seq = 0;
}
if(data.limit === undefined){
data.limit = 200;
}
let data0 = data.after_seq;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/after_seq",schemaPath:"#/properties/after_seq/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/after_seq",schemaPath:"#/properties/after_seq/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
let data1 = data.limit;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 1000 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.type !== undefined){
if(typeof data.type !== "string"){
const err5 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate173.errors = vErrors;
return errors === 0;
}
validate173.evaluated = {"props":{"after_seq":true,"limit":true,"type":true},"dynamicProps":false,"dynamicItems":false};

const v1_6 = validate174;
const schema141 = {"type":"object","properties":{"tool":{"type":"string","minLength":1},"subject":{"type":"string"}},"$id":"v1_6"};

function validate174(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_6" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate174.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.tool !== undefined){
let data0 = data.tool;
if(typeof data0 === "string"){
if(data0.length < 1){
const err0 = {instancePath:instancePath+"/tool",schemaPath:"#/properties/tool/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/tool",schemaPath:"#/properties/tool/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.subject !== undefined){
if(typeof data.subject !== "string"){
const err2 = {instancePath:instancePath+"/subject",schemaPath:"#/properties/subject/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate174.errors = vErrors;
return errors === 0;
}
validate174.evaluated = {"props":{"tool":true,"subject":true},"dynamicProps":false,"dynamicItems":false};

const v1_7 = validate175;
const schema142 = {"type":"object","properties":{"cwd":{"type":"string"}},"$id":"v1_7"};

function validate175(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_7" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate175.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cwd !== undefined){
if(typeof data.cwd !== "string"){
const err0 = {instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate175.errors = vErrors;
return errors === 0;
}
validate175.evaluated = {"props":{"cwd":true},"dynamicProps":false,"dynamicItems":false};

const v1_8 = validate176;
const schema143 = {"type":"object","properties":{"runtime_id":{"type":"string","default":"local"}},"$id":"v1_8"};

function validate176(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_8" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate176.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(typeof data.runtime_id !== "string"){
const err0 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate176.errors = vErrors;
return errors === 0;
}
validate176.evaluated = {"props":{"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v1_9 = validate177;
const schema144 = {"type":"object","properties":{"provider":{"type":"string","enum":["managed:agent-code"],"default":"managed:agent-code"}},"$id":"v1_9"};

function validate177(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_9" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate177.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.provider === undefined){
data.provider = "managed:agent-code";
}
let data0 = data.provider;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!(data0 === "managed:agent-code")){
const err1 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/enum",keyword:"enum",params:{allowedValues: schema144.properties.provider.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate177.errors = vErrors;
return errors === 0;
}
validate177.evaluated = {"props":{"provider":true},"dynamicProps":false,"dynamicItems":false};

const v1_10 = validate178;
const schema145 = {"type":"object","properties":{"provider":{"type":"string","enum":["managed:agent-code"],"default":"managed:agent-code"}},"$id":"v1_10"};

function validate178(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_10" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate178.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.provider === undefined){
data.provider = "managed:agent-code";
}
let data0 = data.provider;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!(data0 === "managed:agent-code")){
const err1 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/enum",keyword:"enum",params:{allowedValues: schema145.properties.provider.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate178.errors = vErrors;
return errors === 0;
}
validate178.evaluated = {"props":{"provider":true},"dynamicProps":false,"dynamicItems":false};

const v1_11 = validate179;
const schema146 = {"type":"object","properties":{"key":{"type":"string","minLength":1,"maxLength":256}},"required":["key"],"$id":"v1_11"};

function validate179(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_11" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate179.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.key === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.key !== undefined){
let data0 = data.key;
if(typeof data0 === "string"){
if(data0.length > 256){
const err1 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate179.errors = vErrors;
return errors === 0;
}
validate179.evaluated = {"props":{"key":true},"dynamicProps":false,"dynamicItems":false};

const v1_12 = validate180;
const schema147 = {"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"$id":"v1_12"};

function validate180(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_12" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate180.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.path === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err1 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate180.errors = vErrors;
return errors === 0;
}
validate180.evaluated = {"props":{"path":true},"dynamicProps":false,"dynamicItems":false};

const v1_13 = validate181;
const schema148 = {"type":"object","properties":{"provider":{"type":"string","enum":["managed:agent-code"],"default":"managed:agent-code"}},"$id":"v1_13"};

function validate181(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_13" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate181.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.provider === undefined){
data.provider = "managed:agent-code";
}
let data0 = data.provider;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!(data0 === "managed:agent-code")){
const err1 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/enum",keyword:"enum",params:{allowedValues: schema148.properties.provider.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate181.errors = vErrors;
return errors === 0;
}
validate181.evaluated = {"props":{"provider":true},"dynamicProps":false,"dynamicItems":false};

const v1_14 = validate182;
const schema149 = {"type":"object","properties":{"cwd":{"type":"string"}},"$id":"v1_14"};

function validate182(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_14" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate182.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cwd !== undefined){
if(typeof data.cwd !== "string"){
const err0 = {instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate182.errors = vErrors;
return errors === 0;
}
validate182.evaluated = {"props":{"cwd":true},"dynamicProps":false,"dynamicItems":false};

const v1_15 = validate183;
const schema150 = {"type":"object","properties":{"with_output":{"type":"boolean","default":false},"output_bytes":{"type":"integer","minimum":0,"maximum":1048576,"default":32768}},"$id":"v1_15"};

function validate183(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_15" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate183.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.with_output === undefined){
data.with_output = false;
}
if(data.output_bytes === undefined){
data.output_bytes = 32768;
}
if(typeof data.with_output !== "boolean"){
const err0 = {instancePath:instancePath+"/with_output",schemaPath:"#/properties/with_output/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
let data1 = data.output_bytes;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err1 = {instancePath:instancePath+"/output_bytes",schemaPath:"#/properties/output_bytes/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 1048576 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/output_bytes",schemaPath:"#/properties/output_bytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1048576},message:"must be <= 1048576"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/output_bytes",schemaPath:"#/properties/output_bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate183.errors = vErrors;
return errors === 0;
}
validate183.evaluated = {"props":{"with_output":true,"output_bytes":true},"dynamicProps":false,"dynamicItems":false};

const v1_16 = validate184;
const schema151 = {"type":"object","properties":{"agent_id":{"type":"string","pattern":"^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"},"before_turn":{"type":"string"},"after_turn":{"type":"string"},"before_id":{"type":"string"},"after_id":{"type":"string"},"page_size":{"type":"integer","minimum":1,"maximum":100,"default":20}},"required":["agent_id"],"$id":"v1_16"};
const pattern14 = new RegExp("^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$", "u");

function validate184(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_16" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate184.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.page_size === undefined){
data.page_size = 20;
}
if(data.agent_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "agent_id"},message:"must have required property '"+"agent_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.agent_id !== undefined){
let data0 = data.agent_id;
if(typeof data0 === "string"){
if(!pattern14.test(data0)){
const err1 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/pattern",keyword:"pattern",params:{pattern: "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"},message:"must match pattern \""+"^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.before_turn !== undefined){
if(typeof data.before_turn !== "string"){
const err3 = {instancePath:instancePath+"/before_turn",schemaPath:"#/properties/before_turn/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.after_turn !== undefined){
if(typeof data.after_turn !== "string"){
const err4 = {instancePath:instancePath+"/after_turn",schemaPath:"#/properties/after_turn/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.before_id !== undefined){
if(typeof data.before_id !== "string"){
const err5 = {instancePath:instancePath+"/before_id",schemaPath:"#/properties/before_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.after_id !== undefined){
if(typeof data.after_id !== "string"){
const err6 = {instancePath:instancePath+"/after_id",schemaPath:"#/properties/after_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
let data5 = data.page_size;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err7 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 100 || isNaN(data5)){
const err8 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data5 < 1 || isNaN(data5)){
const err9 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate184.errors = vErrors;
return errors === 0;
}
validate184.evaluated = {"props":{"agent_id":true,"before_turn":true,"after_turn":true,"before_id":true,"after_id":true,"page_size":true},"dynamicProps":false,"dynamicItems":false};

const v1_17 = validate185;
const schema152 = {"type":"object","properties":{"agent_id":{"type":"string","pattern":"^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"},"since_seq":{"type":"integer","minimum":0}},"required":["agent_id","since_seq"],"$id":"v1_17"};

function validate185(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_17" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate185.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.agent_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "agent_id"},message:"must have required property '"+"agent_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.since_seq === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "since_seq"},message:"must have required property '"+"since_seq"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.agent_id !== undefined){
let data0 = data.agent_id;
if(typeof data0 === "string"){
if(!pattern14.test(data0)){
const err2 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/pattern",keyword:"pattern",params:{pattern: "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"},message:"must match pattern \""+"^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"+"\""};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.since_seq !== undefined){
let data1 = data.since_seq;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err4 = {instancePath:instancePath+"/since_seq",schemaPath:"#/properties/since_seq/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/since_seq",schemaPath:"#/properties/since_seq/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate185.errors = vErrors;
return errors === 0;
}
validate185.evaluated = {"props":{"agent_id":true,"since_seq":true},"dynamicProps":false,"dynamicItems":false};

const v1_18 = validate186;
const schema153 = {"type":"object","properties":{"from":{"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$"},"to":{"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$"},"limit":{"type":"integer","minimum":1,"maximum":1000,"default":100}},"$id":"v1_18"};
const pattern16 = new RegExp("^\\d{4}-\\d{2}-\\d{2}$", "u");

function validate186(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_18" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate186.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit === undefined){
data.limit = 100;
}
if(data.from !== undefined){
let data0 = data.from;
if(typeof data0 === "string"){
if(!pattern16.test(data0)){
const err0 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.to !== undefined){
let data1 = data.to;
if(typeof data1 === "string"){
if(!pattern16.test(data1)){
const err2 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}$"+"\""};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
let data2 = data.limit;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err4 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 1000 || isNaN(data2)){
const err5 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate186.errors = vErrors;
return errors === 0;
}
validate186.evaluated = {"props":{"from":true,"to":true,"limit":true},"dynamicProps":false,"dynamicItems":false};

const v1_19 = validate187;
const schema154 = {"type":"object","properties":{"status":{"type":"string","const":"pending"}},"required":["status"],"$id":"v1_19"};

function validate187(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_19" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate187.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.status !== undefined){
let data0 = data.status;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if("pending" !== data0){
const err2 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{allowedValue: "pending"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate187.errors = vErrors;
return errors === 0;
}
validate187.evaluated = {"props":{"status":true},"dynamicProps":false,"dynamicItems":false};

const v1_20 = validate188;
const schema155 = {"type":"object","properties":{"before_id":{"type":"string"},"after_id":{"type":"string"},"page_size":{"type":"integer","minimum":1,"maximum":100,"default":100},"busy":{"type":"boolean"},"include_archive":{"type":"boolean","default":false}},"$id":"v1_20"};

function validate188(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_20" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate188.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.page_size === undefined){
data.page_size = 100;
}
if(data.include_archive === undefined){
data.include_archive = false;
}
if(data.before_id !== undefined){
if(typeof data.before_id !== "string"){
const err0 = {instancePath:instancePath+"/before_id",schemaPath:"#/properties/before_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.after_id !== undefined){
if(typeof data.after_id !== "string"){
const err1 = {instancePath:instancePath+"/after_id",schemaPath:"#/properties/after_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
let data2 = data.page_size;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err2 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 100 || isNaN(data2)){
const err3 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err4 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.busy !== undefined){
if(typeof data.busy !== "boolean"){
const err5 = {instancePath:instancePath+"/busy",schemaPath:"#/properties/busy/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(typeof data.include_archive !== "boolean"){
const err6 = {instancePath:instancePath+"/include_archive",schemaPath:"#/properties/include_archive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate188.errors = vErrors;
return errors === 0;
}
validate188.evaluated = {"props":{"before_id":true,"after_id":true,"page_size":true,"busy":true,"include_archive":true},"dynamicProps":false,"dynamicItems":false};

const v1_21 = validate189;
const schema156 = {"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":500,"default":200}},"$id":"v1_21"};

function validate189(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_21" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate189.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit === undefined){
data.limit = 200;
}
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 500 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 500},message:"must be <= 500"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate189.errors = vErrors;
return errors === 0;
}
validate189.evaluated = {"props":{"limit":true},"dynamicProps":false,"dynamicItems":false};

const v1_22 = validate190;
const schema157 = {"type":"object","properties":{"limit":{"type":"integer","minimum":1,"maximum":1000,"default":1000}},"$id":"v1_22"};

function validate190(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_22" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate190.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit === undefined){
data.limit = 1000;
}
let data0 = data.limit;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 1000 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate190.errors = vErrors;
return errors === 0;
}
validate190.evaluated = {"props":{"limit":true},"dynamicProps":false,"dynamicItems":false};

const v1_23 = validate191;
const schema158 = {"type":"object","properties":{"cwd":{"type":"string"}},"$id":"v1_23"};

function validate191(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_23" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate191.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cwd !== undefined){
if(typeof data.cwd !== "string"){
const err0 = {instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate191.errors = vErrors;
return errors === 0;
}
validate191.evaluated = {"props":{"cwd":true},"dynamicProps":false,"dynamicItems":false};

const v1_24 = validate192;
const schema159 = {"type":"object","properties":{"cwd":{"type":"string"},"verify":{"type":"boolean"}},"$id":"v1_24"};

function validate192(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_24" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate192.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cwd !== undefined){
if(typeof data.cwd !== "string"){
const err0 = {instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.verify !== undefined){
if(typeof data.verify !== "boolean"){
const err1 = {instancePath:instancePath+"/verify",schemaPath:"#/properties/verify/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate192.errors = vErrors;
return errors === 0;
}
validate192.evaluated = {"props":{"cwd":true,"verify":true},"dynamicProps":false,"dynamicItems":false};

const v1_25 = validate193;
const schema160 = {"type":"object","properties":{"session_id":{"type":"string"}},"$id":"v1_25"};

function validate193(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_25" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate193.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err0 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate193.errors = vErrors;
return errors === 0;
}
validate193.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v1_26 = validate194;
const schema161 = {"type":"object","properties":{"before_id":{"type":"string"},"after_id":{"type":"string"},"page_size":{"type":"integer","minimum":1,"maximum":100,"default":50},"role":{"type":"string","enum":["user","assistant","tool","system"]}},"$id":"v1_26"};

function validate194(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_26" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate194.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.page_size === undefined){
data.page_size = 50;
}
if(data.before_id !== undefined){
if(typeof data.before_id !== "string"){
const err0 = {instancePath:instancePath+"/before_id",schemaPath:"#/properties/before_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.after_id !== undefined){
if(typeof data.after_id !== "string"){
const err1 = {instancePath:instancePath+"/after_id",schemaPath:"#/properties/after_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
let data2 = data.page_size;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err2 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 100 || isNaN(data2)){
const err3 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err4 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.role !== undefined){
let data3 = data.role;
if(typeof data3 !== "string"){
const err5 = {instancePath:instancePath+"/role",schemaPath:"#/properties/role/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!((((data3 === "user") || (data3 === "assistant")) || (data3 === "tool")) || (data3 === "system"))){
const err6 = {instancePath:instancePath+"/role",schemaPath:"#/properties/role/enum",keyword:"enum",params:{allowedValues: schema161.properties.role.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate194.errors = vErrors;
return errors === 0;
}
validate194.evaluated = {"props":{"before_id":true,"after_id":true,"page_size":true,"role":true},"dynamicProps":false,"dynamicItems":false};

const v1_27 = validate195;
const schema162 = {"type":"object","properties":{"agent_id":{"type":"string","pattern":"^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"},"tool_call_id":{"type":"string"}},"required":["agent_id"],"$id":"v1_27"};

function validate195(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_27" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate195.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.agent_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "agent_id"},message:"must have required property '"+"agent_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.agent_id !== undefined){
let data0 = data.agent_id;
if(typeof data0 === "string"){
if(!pattern14.test(data0)){
const err1 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/pattern",keyword:"pattern",params:{pattern: "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"},message:"must match pattern \""+"^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.tool_call_id !== undefined){
if(typeof data.tool_call_id !== "string"){
const err3 = {instancePath:instancePath+"/tool_call_id",schemaPath:"#/properties/tool_call_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate195.errors = vErrors;
return errors === 0;
}
validate195.evaluated = {"props":{"agent_id":true,"tool_call_id":true},"dynamicProps":false,"dynamicItems":false};

const v1_28 = validate196;
const schema163 = {"type":"object","properties":{"agent_id":{"type":"string","default":"main"}},"$id":"v1_28"};

function validate196(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_28" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate196.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.agent_id === undefined){
data.agent_id = "main";
}
if(typeof data.agent_id !== "string"){
const err0 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate196.errors = vErrors;
return errors === 0;
}
validate196.evaluated = {"props":{"agent_id":true},"dynamicProps":false,"dynamicItems":false};

const v1_29 = validate197;
const schema164 = {"type":"object","properties":{"status":{"type":"string","const":"pending"}},"required":["status"],"$id":"v1_29"};

function validate197(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_29" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate197.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.status !== undefined){
let data0 = data.status;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if("pending" !== data0){
const err2 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{allowedValue: "pending"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate197.errors = vErrors;
return errors === 0;
}
validate197.evaluated = {"props":{"status":true},"dynamicProps":false,"dynamicItems":false};

const v1_30 = validate198;
const schema165 = {"type":"object","properties":{"before_id":{"type":"string"},"after_id":{"type":"string"},"page_size":{"type":"integer","minimum":1,"maximum":100},"busy":{"type":"boolean"},"include_archive":{"type":"boolean","default":false},"archived_only":{"type":"boolean","default":false},"exclude_empty":{"type":"boolean","default":false},"workspace_id":{"type":"string","pattern":"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"}},"$id":"v1_30"};

function validate198(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_30" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate198.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.include_archive === undefined){
data.include_archive = false;
}
if(data.archived_only === undefined){
data.archived_only = false;
}
if(data.exclude_empty === undefined){
data.exclude_empty = false;
}
if(data.before_id !== undefined){
if(typeof data.before_id !== "string"){
const err0 = {instancePath:instancePath+"/before_id",schemaPath:"#/properties/before_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.after_id !== undefined){
if(typeof data.after_id !== "string"){
const err1 = {instancePath:instancePath+"/after_id",schemaPath:"#/properties/after_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.page_size !== undefined){
let data2 = data.page_size;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err2 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 100 || isNaN(data2)){
const err3 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err4 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data.busy !== undefined){
if(typeof data.busy !== "boolean"){
const err5 = {instancePath:instancePath+"/busy",schemaPath:"#/properties/busy/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(typeof data.include_archive !== "boolean"){
const err6 = {instancePath:instancePath+"/include_archive",schemaPath:"#/properties/include_archive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(typeof data.archived_only !== "boolean"){
const err7 = {instancePath:instancePath+"/archived_only",schemaPath:"#/properties/archived_only/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(typeof data.exclude_empty !== "boolean"){
const err8 = {instancePath:instancePath+"/exclude_empty",schemaPath:"#/properties/exclude_empty/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.workspace_id !== undefined){
let data7 = data.workspace_id;
if(typeof data7 === "string"){
if(!pattern4.test(data7)){
const err9 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/pattern",keyword:"pattern",params:{pattern: "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"},message:"must match pattern \""+"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate198.errors = vErrors;
return errors === 0;
}
validate198.evaluated = {"props":{"before_id":true,"after_id":true,"page_size":true,"busy":true,"include_archive":true,"archived_only":true,"exclude_empty":true,"workspace_id":true},"dynamicProps":false,"dynamicItems":false};

const v1_31 = validate199;
const schema166 = {"type":"object","properties":{"status":{"type":"string","enum":["running","completed","failed","cancelled"]}},"$id":"v1_31"};

function validate199(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_31" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate199.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status !== undefined){
let data0 = data.status;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!((((data0 === "running") || (data0 === "completed")) || (data0 === "failed")) || (data0 === "cancelled"))){
const err1 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema166.properties.status.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate199.errors = vErrors;
return errors === 0;
}
validate199.evaluated = {"props":{"status":true},"dynamicProps":false,"dynamicItems":false};

const v1_32 = validate200;
const schema167 = {"type":"object","properties":{"agent_id":{"type":"string","default":"main"}},"$id":"v1_32"};

function validate200(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_32" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate200.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.agent_id === undefined){
data.agent_id = "main";
}
if(typeof data.agent_id !== "string"){
const err0 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate200.errors = vErrors;
return errors === 0;
}
validate200.evaluated = {"props":{"agent_id":true},"dynamicProps":false,"dynamicItems":false};

const v1_33 = validate201;
const schema168 = {"type":"object","properties":{"session_id":{"type":"string"}},"$id":"v1_33"};

function validate201(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_33" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate201.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err0 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate201.errors = vErrors;
return errors === 0;
}
validate201.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v1_34 = validate202;
const schema169 = {"type":"object","properties":{"agent_id":{"type":"string","pattern":"^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"}},"$id":"v1_34"};

function validate202(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_34" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate202.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.agent_id !== undefined){
let data0 = data.agent_id;
if(typeof data0 === "string"){
if(!pattern14.test(data0)){
const err0 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/pattern",keyword:"pattern",params:{pattern: "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"},message:"must match pattern \""+"^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate202.errors = vErrors;
return errors === 0;
}
validate202.evaluated = {"props":{"agent_id":true},"dynamicProps":false,"dynamicItems":false};

const v1_35 = validate203;
const schema170 = {"type":"object","properties":{"workspace.id":{"type":"array","items":{"type":"string"}},"activity.status":{"type":"array","items":{"$ref":"SessionActivity.json"}},"meta.updated_after":{"type":"integer"},"meta.updated_before":{"type":"integer"},"meta.archived":{"type":"string","enum":["true","false","all"],"default":"false"},"meta.has_prompt":{"type":"boolean"},"view":{"type":"string","enum":["flat","by_workspace"],"default":"flat"},"group.page_size":{"type":"integer","minimum":1,"maximum":10000},"sort":{"type":"string","enum":["meta.updated_at_desc","meta.updated_at_asc","meta.created_at_desc"],"default":"meta.updated_at_desc"},"include":{"type":"string","pattern":"^(?:git|dirs)(?:,(?:git|dirs))*$"},"fields":{"type":"string","enum":["id,archived","archived,id"]},"page_size":{"type":"integer","minimum":1,"maximum":10000,"default":50},"page":{"type":"integer","minimum":1},"page_token":{"type":"string"}},"$id":"v1_35"};
const schema171 = {"title":"SessionActivity","description":"What a session does: an approval or a question waits for the user; else a turn, a compaction or a background task runs; else its last turn failed; else nothing.","enum":["running","approval","question","failed","idle"],"$id":"SessionActivity.json"};

function validate204(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="SessionActivity.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate204.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(((((data === "running") || (data === "approval")) || (data === "question")) || (data === "failed")) || (data === "idle"))){
const err0 = {instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema171.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
validate204.errors = vErrors;
return errors === 0;
}
validate204.evaluated = {"dynamicProps":false,"dynamicItems":false};

const pattern21 = new RegExp("^(?:git|dirs)(?:,(?:git|dirs))*$", "u");

function validate203(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_35" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate203.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["meta.archived"] === undefined){
data["meta.archived"] = "false";
}
if(data.view === undefined){
data.view = "flat";
}
if(data.sort === undefined){
data.sort = "meta.updated_at_desc";
}
if(data.page_size === undefined){
data.page_size = 50;
}
if(data["workspace.id"] !== undefined){
let data0 = data["workspace.id"];
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data0[i0] !== "string"){
const err0 = {instancePath:instancePath+"/workspace.id/" + i0,schemaPath:"#/properties/workspace.id/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath:instancePath+"/workspace.id",schemaPath:"#/properties/workspace.id/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data["activity.status"] !== undefined){
let data2 = data["activity.status"];
if(Array.isArray(data2)){
const len1 = data2.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
if(!(validate204(data2[i1], {instancePath:instancePath+"/activity.status/" + i1,parentData:data2,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate204.errors : vErrors.concat(validate204.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/activity.status",schemaPath:"#/properties/activity.status/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data["meta.updated_after"] !== undefined){
let data4 = data["meta.updated_after"];
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err3 = {instancePath:instancePath+"/meta.updated_after",schemaPath:"#/properties/meta.updated_after/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data["meta.updated_before"] !== undefined){
let data5 = data["meta.updated_before"];
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err4 = {instancePath:instancePath+"/meta.updated_before",schemaPath:"#/properties/meta.updated_before/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
let data6 = data["meta.archived"];
if(typeof data6 !== "string"){
const err5 = {instancePath:instancePath+"/meta.archived",schemaPath:"#/properties/meta.archived/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!(((data6 === "true") || (data6 === "false")) || (data6 === "all"))){
const err6 = {instancePath:instancePath+"/meta.archived",schemaPath:"#/properties/meta.archived/enum",keyword:"enum",params:{allowedValues: schema170.properties["meta.archived"].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data["meta.has_prompt"] !== undefined){
if(typeof data["meta.has_prompt"] !== "boolean"){
const err7 = {instancePath:instancePath+"/meta.has_prompt",schemaPath:"#/properties/meta.has_prompt/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
let data8 = data.view;
if(typeof data8 !== "string"){
const err8 = {instancePath:instancePath+"/view",schemaPath:"#/properties/view/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!((data8 === "flat") || (data8 === "by_workspace"))){
const err9 = {instancePath:instancePath+"/view",schemaPath:"#/properties/view/enum",keyword:"enum",params:{allowedValues: schema170.properties.view.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data["group.page_size"] !== undefined){
let data9 = data["group.page_size"];
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err10 = {instancePath:instancePath+"/group.page_size",schemaPath:"#/properties/group.page_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 10000 || isNaN(data9)){
const err11 = {instancePath:instancePath+"/group.page_size",schemaPath:"#/properties/group.page_size/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},message:"must be <= 10000"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err12 = {instancePath:instancePath+"/group.page_size",schemaPath:"#/properties/group.page_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
let data10 = data.sort;
if(typeof data10 !== "string"){
const err13 = {instancePath:instancePath+"/sort",schemaPath:"#/properties/sort/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!(((data10 === "meta.updated_at_desc") || (data10 === "meta.updated_at_asc")) || (data10 === "meta.created_at_desc"))){
const err14 = {instancePath:instancePath+"/sort",schemaPath:"#/properties/sort/enum",keyword:"enum",params:{allowedValues: schema170.properties.sort.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.include !== undefined){
let data11 = data.include;
if(typeof data11 === "string"){
if(!pattern21.test(data11)){
const err15 = {instancePath:instancePath+"/include",schemaPath:"#/properties/include/pattern",keyword:"pattern",params:{pattern: "^(?:git|dirs)(?:,(?:git|dirs))*$"},message:"must match pattern \""+"^(?:git|dirs)(?:,(?:git|dirs))*$"+"\""};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/include",schemaPath:"#/properties/include/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.fields !== undefined){
let data12 = data.fields;
if(typeof data12 !== "string"){
const err17 = {instancePath:instancePath+"/fields",schemaPath:"#/properties/fields/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!((data12 === "id,archived") || (data12 === "archived,id"))){
const err18 = {instancePath:instancePath+"/fields",schemaPath:"#/properties/fields/enum",keyword:"enum",params:{allowedValues: schema170.properties.fields.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
let data13 = data.page_size;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err19 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 10000 || isNaN(data13)){
const err20 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},message:"must be <= 10000"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data13 < 1 || isNaN(data13)){
const err21 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.page !== undefined){
let data14 = data.page;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
const err22 = {instancePath:instancePath+"/page",schemaPath:"#/properties/page/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 < 1 || isNaN(data14)){
const err23 = {instancePath:instancePath+"/page",schemaPath:"#/properties/page/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
if(data.page_token !== undefined){
if(typeof data.page_token !== "string"){
const err24 = {instancePath:instancePath+"/page_token",schemaPath:"#/properties/page_token/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate203.errors = vErrors;
return errors === 0;
}
validate203.evaluated = {"props":{"workspace.id":true,"activity.status":true,"meta.updated_after":true,"meta.updated_before":true,"meta.archived":true,"meta.has_prompt":true,"view":true,"group.page_size":true,"sort":true,"include":true,"fields":true,"page_size":true,"page":true,"page_token":true},"dynamicProps":false,"dynamicItems":false};

const v1_36 = validate206;
const schema172 = {"type":"object","properties":{"cwd":{"type":"string"}},"$id":"v1_36"};

function validate206(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_36" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate206.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cwd !== undefined){
if(typeof data.cwd !== "string"){
const err0 = {instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate206.errors = vErrors;
return errors === 0;
}
validate206.evaluated = {"props":{"cwd":true},"dynamicProps":false,"dynamicItems":false};

const v1_37 = validate207;
const schema173 = {"type":"object","properties":{"cwd":{"type":"string"}},"$id":"v1_37"};

function validate207(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_37" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate207.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cwd !== undefined){
if(typeof data.cwd !== "string"){
const err0 = {instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate207.errors = vErrors;
return errors === 0;
}
validate207.evaluated = {"props":{"cwd":true},"dynamicProps":false,"dynamicItems":false};

const v1_38 = validate208;
const schema174 = {"type":"object","properties":{"session_id":{"type":"string"}},"$id":"v1_38"};

function validate208(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_38" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate208.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err0 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate208.errors = vErrors;
return errors === 0;
}
validate208.evaluated = {"props":{"session_id":true},"dynamicProps":false,"dynamicItems":false};

const v1_39 = validate209;
const schema175 = {"type":"object","properties":{"after_seq":{"anyOf":[{"type":"string","const":"now"},{"type":"integer","minimum":0}],"default":0},"epoch":{"type":"string","minLength":1},"follow":{"type":"boolean","default":false},"volatile":{"type":"boolean"},"inflight":{"type":"boolean"},"types":{"type":"string","minLength":1},"agent_id":{"type":"array","items":{"type":"string","pattern":"^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"}},"until":{"type":"string","minLength":1}},"$id":"v1_39"};

function validate209(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v1_39" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate209.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.after_seq === undefined){
data.after_seq = 0;
}
if(data.follow === undefined){
data.follow = false;
}
let data0 = data.after_seq;
const _errs2 = errors;
let valid1 = false;
const _errs3 = errors;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/after_seq",schemaPath:"#/properties/after_seq/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if("now" !== data0){
const err1 = {instancePath:instancePath+"/after_seq",schemaPath:"#/properties/after_seq/anyOf/0/const",keyword:"const",params:{allowedValue: "now"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var _valid0 = _errs3 === errors;
valid1 = valid1 || _valid0;
const _errs5 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err2 = {instancePath:instancePath+"/after_seq",schemaPath:"#/properties/after_seq/anyOf/1/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/after_seq",schemaPath:"#/properties/after_seq/anyOf/1/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err4 = {instancePath:instancePath+"/after_seq",schemaPath:"#/properties/after_seq/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
}
if(data.epoch !== undefined){
let data1 = data.epoch;
if(typeof data1 === "string"){
if(data1.length < 1){
const err5 = {instancePath:instancePath+"/epoch",schemaPath:"#/properties/epoch/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/epoch",schemaPath:"#/properties/epoch/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(typeof data.follow !== "boolean"){
const err7 = {instancePath:instancePath+"/follow",schemaPath:"#/properties/follow/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.volatile !== undefined){
if(typeof data.volatile !== "boolean"){
const err8 = {instancePath:instancePath+"/volatile",schemaPath:"#/properties/volatile/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.inflight !== undefined){
if(typeof data.inflight !== "boolean"){
const err9 = {instancePath:instancePath+"/inflight",schemaPath:"#/properties/inflight/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.types !== undefined){
let data5 = data.types;
if(typeof data5 === "string"){
if(data5.length < 1){
const err10 = {instancePath:instancePath+"/types",schemaPath:"#/properties/types/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/types",schemaPath:"#/properties/types/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.agent_id !== undefined){
let data6 = data.agent_id;
if(Array.isArray(data6)){
const len0 = data6.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data7 = data6[i0];
if(typeof data7 === "string"){
if(!pattern14.test(data7)){
const err12 = {instancePath:instancePath+"/agent_id/" + i0,schemaPath:"#/properties/agent_id/items/pattern",keyword:"pattern",params:{pattern: "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"},message:"must match pattern \""+"^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"+"\""};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/agent_id/" + i0,schemaPath:"#/properties/agent_id/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.until !== undefined){
let data8 = data.until;
if(typeof data8 === "string"){
if(data8.length < 1){
const err15 = {instancePath:instancePath+"/until",schemaPath:"#/properties/until/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/until",schemaPath:"#/properties/until/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate209.errors = vErrors;
return errors === 0;
}
validate209.evaluated = {"props":{"after_seq":true,"epoch":true,"follow":true,"volatile":true,"inflight":true,"types":true,"agent_id":true,"until":true},"dynamicProps":false,"dynamicItems":false};

const v2_0 = validate210;
const schema176 = {"type":"object","properties":{"args":{"type":"string","maxLength":100000},"attachments":{"type":"array","items":{"$ref":"PromptContentPart.json"}}},"$id":"v2_0"};
const schema177 = {"title":"PromptContentPart","description":"One part of a prompt a client submits; `tool_use`, `tool_result` and `thinking` are accepted and dropped.","oneOf":[{"type":"object","properties":{"type":{"type":"string","const":"text"},"text":{"type":"string"}},"required":["type","text"]},{"type":"object","properties":{"type":{"type":"string","const":"image"},"source":{"$ref":"MediaSource.json"}},"required":["type","source"]},{"type":"object","properties":{"type":{"type":"string","const":"video"},"source":{"$ref":"MediaSource.json"}},"required":["type","source"]},{"type":"object","properties":{"type":{"type":"string","const":"file"},"file_id":{"type":"string","minLength":1,"description":"id of an upload"},"name":{"type":"string"},"media_type":{"type":"string"},"size":{"type":"integer","minimum":0,"description":"bytes"}},"required":["type","file_id"]},{"type":"object","properties":{"type":{"type":"string","const":"mention"},"path":{"type":"string","minLength":1,"description":"absolute or relative to the working directory"}},"required":["type","path"]},{"type":"object","properties":{"type":{"type":"string","const":"tool_use"}},"required":["type"]},{"type":"object","properties":{"type":{"type":"string","const":"tool_result"}},"required":["type"]},{"type":"object","properties":{"type":{"type":"string","const":"thinking"}},"required":["type"]}],"type":"object","discriminator":{"propertyName":"type"},"$id":"PromptContentPart.json"};
const schema178 = {"title":"MediaSource","description":"Where the bytes of a picture or film are. Sent in both directions; the server answers `session_media` for what it stored.","oneOf":[{"type":"object","properties":{"kind":{"type":"string","const":"url"},"url":{"type":"string","minLength":1},"id":{"type":"string"}},"required":["kind","url"]},{"type":"object","properties":{"kind":{"type":"string","const":"base64"},"media_type":{"type":"string","minLength":1},"data":{"type":"string","minLength":1,"description":"base64; only inbound, never in events or answers"}},"required":["kind","media_type","data"]},{"type":"object","properties":{"kind":{"type":"string","const":"file"},"file_id":{"type":"string","minLength":1,"description":"id of an upload"}},"required":["kind","file_id"]},{"type":"object","properties":{"kind":{"type":"string","const":"session_media"},"file_id":{"type":"string","minLength":1,"description":"id of media stored with the session"}},"required":["kind","file_id"]}],"type":"object","discriminator":{"propertyName":"kind"},"$id":"MediaSource.json"};

function validate212(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="MediaSource.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate212.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
const tag0 = data.kind;
if(typeof tag0 == "string"){
if(tag0 === "url"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind === undefined){
const err0 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.url === undefined){
const err1 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.kind !== undefined){
let data0 = data.kind;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/0/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if("url" !== data0){
const err3 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/0/properties/kind/const",keyword:"const",params:{allowedValue: "url"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.url !== undefined){
let data1 = data.url;
if(typeof data1 === "string"){
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/url",schemaPath:"#/oneOf/0/properties/url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/url",schemaPath:"#/oneOf/0/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.id !== undefined){
if(typeof data.id !== "string"){
const err6 = {instancePath:instancePath+"/id",schemaPath:"#/oneOf/0/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var props0 = {};
props0.kind = true;
props0.url = true;
props0.id = true;
}
else if(tag0 === "base64"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind === undefined){
const err8 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.media_type === undefined){
const err9 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "media_type"},message:"must have required property '"+"media_type"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.data === undefined){
const err10 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "data"},message:"must have required property '"+"data"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.kind !== undefined){
let data3 = data.kind;
if(typeof data3 !== "string"){
const err11 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/1/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if("base64" !== data3){
const err12 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/1/properties/kind/const",keyword:"const",params:{allowedValue: "base64"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.media_type !== undefined){
let data4 = data.media_type;
if(typeof data4 === "string"){
if(data4.length < 1){
const err13 = {instancePath:instancePath+"/media_type",schemaPath:"#/oneOf/1/properties/media_type/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/media_type",schemaPath:"#/oneOf/1/properties/media_type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.data !== undefined){
let data5 = data.data;
if(typeof data5 === "string"){
if(data5.length < 1){
const err15 = {instancePath:instancePath+"/data",schemaPath:"#/oneOf/1/properties/data/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/data",schemaPath:"#/oneOf/1/properties/data/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.kind = true;
props0.media_type = true;
props0.data = true;
}
}
else if(tag0 === "file"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind === undefined){
const err18 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data.file_id === undefined){
const err19 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "file_id"},message:"must have required property '"+"file_id"+"'"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data.kind !== undefined){
let data6 = data.kind;
if(typeof data6 !== "string"){
const err20 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/2/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if("file" !== data6){
const err21 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/2/properties/kind/const",keyword:"const",params:{allowedValue: "file"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.file_id !== undefined){
let data7 = data.file_id;
if(typeof data7 === "string"){
if(data7.length < 1){
const err22 = {instancePath:instancePath+"/file_id",schemaPath:"#/oneOf/2/properties/file_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/file_id",schemaPath:"#/oneOf/2/properties/file_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/oneOf/2/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.kind = true;
props0.file_id = true;
}
}
else if(tag0 === "session_media"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind === undefined){
const err25 = {instancePath,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data.file_id === undefined){
const err26 = {instancePath,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty: "file_id"},message:"must have required property '"+"file_id"+"'"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data.kind !== undefined){
let data8 = data.kind;
if(typeof data8 !== "string"){
const err27 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/3/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if("session_media" !== data8){
const err28 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/3/properties/kind/const",keyword:"const",params:{allowedValue: "session_media"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.file_id !== undefined){
let data9 = data.file_id;
if(typeof data9 === "string"){
if(data9.length < 1){
const err29 = {instancePath:instancePath+"/file_id",schemaPath:"#/oneOf/3/properties/file_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/file_id",schemaPath:"#/oneOf/3/properties/file_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath,schemaPath:"#/oneOf/3/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.kind = true;
props0.file_id = true;
}
}
else {
const err32 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "kind", tagValue: tag0},message:"value of tag \"kind\" must be in oneOf"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "kind", tagValue: tag0},message:"tag \"kind\" must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
validate212.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate212.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate211(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="PromptContentPart.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate211.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
const tag0 = data.type;
if(typeof tag0 == "string"){
if(tag0 === "text"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.text === undefined){
const err1 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "text"},message:"must have required property '"+"text"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/type",schemaPath:"#/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if("text" !== data0){
const err3 = {instancePath:instancePath+"/type",schemaPath:"#/oneOf/0/properties/type/const",keyword:"const",params:{allowedValue: "text"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.text !== undefined){
if(typeof data.text !== "string"){
const err4 = {instancePath:instancePath+"/text",schemaPath:"#/oneOf/0/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var props0 = {};
props0.type = true;
props0.text = true;
}
else if(tag0 === "image"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err6 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.source === undefined){
const err7 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.type !== undefined){
let data2 = data.type;
if(typeof data2 !== "string"){
const err8 = {instancePath:instancePath+"/type",schemaPath:"#/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if("image" !== data2){
const err9 = {instancePath:instancePath+"/type",schemaPath:"#/oneOf/1/properties/type/const",keyword:"const",params:{allowedValue: "image"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.source !== undefined){
if(!(validate212(data.source, {instancePath:instancePath+"/source",parentData:data,parentDataProperty:"source",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate212.errors : vErrors.concat(validate212.errors);
errors = vErrors.length;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.type = true;
props0.source = true;
}
}
else if(tag0 === "video"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err11 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.source === undefined){
const err12 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.type !== undefined){
let data4 = data.type;
if(typeof data4 !== "string"){
const err13 = {instancePath:instancePath+"/type",schemaPath:"#/oneOf/2/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if("video" !== data4){
const err14 = {instancePath:instancePath+"/type",schemaPath:"#/oneOf/2/properties/type/const",keyword:"const",params:{allowedValue: "video"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.source !== undefined){
if(!(validate212(data.source, {instancePath:instancePath+"/source",parentData:data,parentDataProperty:"source",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate212.errors : vErrors.concat(validate212.errors);
errors = vErrors.length;
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/oneOf/2/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.type = true;
props0.source = true;
}
}
else if(tag0 === "file"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err16 = {instancePath,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data.file_id === undefined){
const err17 = {instancePath,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty: "file_id"},message:"must have required property '"+"file_id"+"'"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data.type !== undefined){
let data6 = data.type;
if(typeof data6 !== "string"){
const err18 = {instancePath:instancePath+"/type",schemaPath:"#/oneOf/3/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if("file" !== data6){
const err19 = {instancePath:instancePath+"/type",schemaPath:"#/oneOf/3/properties/type/const",keyword:"const",params:{allowedValue: "file"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.file_id !== undefined){
let data7 = data.file_id;
if(typeof data7 === "string"){
if(data7.length < 1){
const err20 = {instancePath:instancePath+"/file_id",schemaPath:"#/oneOf/3/properties/file_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/file_id",schemaPath:"#/oneOf/3/properties/file_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err22 = {instancePath:instancePath+"/name",schemaPath:"#/oneOf/3/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.media_type !== undefined){
if(typeof data.media_type !== "string"){
const err23 = {instancePath:instancePath+"/media_type",schemaPath:"#/oneOf/3/properties/media_type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.size !== undefined){
let data10 = data.size;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err24 = {instancePath:instancePath+"/size",schemaPath:"#/oneOf/3/properties/size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
const err25 = {instancePath:instancePath+"/size",schemaPath:"#/oneOf/3/properties/size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
}
else {
const err26 = {instancePath,schemaPath:"#/oneOf/3/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.type = true;
props0.file_id = true;
props0.name = true;
props0.media_type = true;
props0.size = true;
}
}
else if(tag0 === "mention"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err27 = {instancePath,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data.path === undefined){
const err28 = {instancePath,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data.type !== undefined){
let data11 = data.type;
if(typeof data11 !== "string"){
const err29 = {instancePath:instancePath+"/type",schemaPath:"#/oneOf/4/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if("mention" !== data11){
const err30 = {instancePath:instancePath+"/type",schemaPath:"#/oneOf/4/properties/type/const",keyword:"const",params:{allowedValue: "mention"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.path !== undefined){
let data12 = data.path;
if(typeof data12 === "string"){
if(data12.length < 1){
const err31 = {instancePath:instancePath+"/path",schemaPath:"#/oneOf/4/properties/path/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/path",schemaPath:"#/oneOf/4/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath,schemaPath:"#/oneOf/4/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.type = true;
props0.path = true;
}
}
else if(tag0 === "tool_use"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err34 = {instancePath,schemaPath:"#/oneOf/5/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data.type !== undefined){
let data13 = data.type;
if(typeof data13 !== "string"){
const err35 = {instancePath:instancePath+"/type",schemaPath:"#/oneOf/5/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if("tool_use" !== data13){
const err36 = {instancePath:instancePath+"/type",schemaPath:"#/oneOf/5/properties/type/const",keyword:"const",params:{allowedValue: "tool_use"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
else {
const err37 = {instancePath,schemaPath:"#/oneOf/5/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.type = true;
}
}
else if(tag0 === "tool_result"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err38 = {instancePath,schemaPath:"#/oneOf/6/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data.type !== undefined){
let data14 = data.type;
if(typeof data14 !== "string"){
const err39 = {instancePath:instancePath+"/type",schemaPath:"#/oneOf/6/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if("tool_result" !== data14){
const err40 = {instancePath:instancePath+"/type",schemaPath:"#/oneOf/6/properties/type/const",keyword:"const",params:{allowedValue: "tool_result"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath,schemaPath:"#/oneOf/6/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.type = true;
}
}
else if(tag0 === "thinking"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err42 = {instancePath,schemaPath:"#/oneOf/7/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data.type !== undefined){
let data15 = data.type;
if(typeof data15 !== "string"){
const err43 = {instancePath:instancePath+"/type",schemaPath:"#/oneOf/7/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if("thinking" !== data15){
const err44 = {instancePath:instancePath+"/type",schemaPath:"#/oneOf/7/properties/type/const",keyword:"const",params:{allowedValue: "thinking"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
}
else {
const err45 = {instancePath,schemaPath:"#/oneOf/7/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.type = true;
}
}
else {
const err46 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0},message:"value of tag \"type\" must be in oneOf"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0},message:"tag \"type\" must be string"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
validate211.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate211.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate210(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_0" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate210.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.args !== undefined){
let data0 = data.args;
if(typeof data0 === "string"){
if(data0.length > 100000){
const err0 = {instancePath:instancePath+"/args",schemaPath:"#/properties/args/maxLength",keyword:"maxLength",params:{limit: 100000},message:"must NOT have more than 100000 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/args",schemaPath:"#/properties/args/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.attachments !== undefined){
let data1 = data.attachments;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(!(validate211(data1[i0], {instancePath:instancePath+"/attachments/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate211.errors : vErrors.concat(validate211.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/attachments",schemaPath:"#/properties/attachments/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate210.errors = vErrors;
return errors === 0;
}
validate210.evaluated = {"props":{"args":true,"attachments":true},"dynamicProps":false,"dynamicItems":false};

const v2_1 = validate216;
const schema179 = {"type":"object","properties":{"path":{"type":"string","minLength":1},"remember":{"type":"boolean","default":false}},"required":["path"],"$id":"v2_1"};

function validate216(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_1" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate216.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.remember === undefined){
data.remember = false;
}
if(data.path === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.path !== undefined){
let data0 = data.path;
if(typeof data0 === "string"){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(typeof data.remember !== "boolean"){
const err3 = {instancePath:instancePath+"/remember",schemaPath:"#/properties/remember/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate216.errors = vErrors;
return errors === 0;
}
validate216.evaluated = {"props":{"path":true,"remember":true},"dynamicProps":false,"dynamicItems":false};

const v2_2 = validate217;
const schema180 = {"type":"object","properties":{"content":{"type":"string","minLength":1,"maxLength":100000}},"required":["content"],"$id":"v2_2"};

function validate217(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_2" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate217.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.content === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "content"},message:"must have required property '"+"content"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.content !== undefined){
let data0 = data.content;
if(typeof data0 === "string"){
if(data0.length > 100000){
const err1 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/maxLength",keyword:"maxLength",params:{limit: 100000},message:"must NOT have more than 100000 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate217.errors = vErrors;
return errors === 0;
}
validate217.evaluated = {"props":{"content":true},"dynamicProps":false,"dynamicItems":false};

const v2_3 = validate218;
const schema181 = {"type":"object","properties":{"answers":{"type":"object","additionalProperties":{"$ref":"QuestionAnswer.json"}},"method":{"type":"string","enum":["enter","space","number_key","click"]},"note":{"type":"string"}},"required":["answers"],"$id":"v2_3"};
const schema182 = {"title":"QuestionAnswer","description":"The user's answer to one question.","oneOf":[{"type":"object","properties":{"kind":{"type":"string","const":"single"},"option_id":{"type":"string"}},"required":["kind","option_id"]},{"type":"object","properties":{"kind":{"type":"string","const":"multi"},"option_ids":{"type":"array","items":{"type":"string"},"minItems":1}},"required":["kind","option_ids"]},{"type":"object","properties":{"kind":{"type":"string","const":"other"},"text":{"type":"string"}},"required":["kind","text"]},{"type":"object","properties":{"kind":{"type":"string","const":"multi_with_other"},"option_ids":{"type":"array","items":{"type":"string"}},"other_text":{"type":"string"}},"required":["kind","option_ids","other_text"]},{"type":"object","properties":{"kind":{"type":"string","const":"skipped"}},"required":["kind"]}],"type":"object","discriminator":{"propertyName":"kind"},"$id":"QuestionAnswer.json"};

function validate219(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="QuestionAnswer.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate219.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
const tag0 = data.kind;
if(typeof tag0 == "string"){
if(tag0 === "single"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind === undefined){
const err0 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.option_id === undefined){
const err1 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "option_id"},message:"must have required property '"+"option_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.kind !== undefined){
let data0 = data.kind;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/0/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if("single" !== data0){
const err3 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/0/properties/kind/const",keyword:"const",params:{allowedValue: "single"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.option_id !== undefined){
if(typeof data.option_id !== "string"){
const err4 = {instancePath:instancePath+"/option_id",schemaPath:"#/oneOf/0/properties/option_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var props0 = {};
props0.kind = true;
props0.option_id = true;
}
else if(tag0 === "multi"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind === undefined){
const err6 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.option_ids === undefined){
const err7 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "option_ids"},message:"must have required property '"+"option_ids"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.kind !== undefined){
let data2 = data.kind;
if(typeof data2 !== "string"){
const err8 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/1/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if("multi" !== data2){
const err9 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/1/properties/kind/const",keyword:"const",params:{allowedValue: "multi"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.option_ids !== undefined){
let data3 = data.option_ids;
if(Array.isArray(data3)){
if(data3.length < 1){
const err10 = {instancePath:instancePath+"/option_ids",schemaPath:"#/oneOf/1/properties/option_ids/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
const len0 = data3.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data3[i0] !== "string"){
const err11 = {instancePath:instancePath+"/option_ids/" + i0,schemaPath:"#/oneOf/1/properties/option_ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/option_ids",schemaPath:"#/oneOf/1/properties/option_ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.kind = true;
props0.option_ids = true;
}
}
else if(tag0 === "other"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind === undefined){
const err14 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.text === undefined){
const err15 = {instancePath,schemaPath:"#/oneOf/2/required",keyword:"required",params:{missingProperty: "text"},message:"must have required property '"+"text"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data.kind !== undefined){
let data5 = data.kind;
if(typeof data5 !== "string"){
const err16 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/2/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if("other" !== data5){
const err17 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/2/properties/kind/const",keyword:"const",params:{allowedValue: "other"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.text !== undefined){
if(typeof data.text !== "string"){
const err18 = {instancePath:instancePath+"/text",schemaPath:"#/oneOf/2/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath,schemaPath:"#/oneOf/2/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.kind = true;
props0.text = true;
}
}
else if(tag0 === "multi_with_other"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind === undefined){
const err20 = {instancePath,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data.option_ids === undefined){
const err21 = {instancePath,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty: "option_ids"},message:"must have required property '"+"option_ids"+"'"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data.other_text === undefined){
const err22 = {instancePath,schemaPath:"#/oneOf/3/required",keyword:"required",params:{missingProperty: "other_text"},message:"must have required property '"+"other_text"+"'"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data.kind !== undefined){
let data7 = data.kind;
if(typeof data7 !== "string"){
const err23 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/3/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if("multi_with_other" !== data7){
const err24 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/3/properties/kind/const",keyword:"const",params:{allowedValue: "multi_with_other"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.option_ids !== undefined){
let data8 = data.option_ids;
if(Array.isArray(data8)){
const len1 = data8.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
if(typeof data8[i1] !== "string"){
const err25 = {instancePath:instancePath+"/option_ids/" + i1,schemaPath:"#/oneOf/3/properties/option_ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath:instancePath+"/option_ids",schemaPath:"#/oneOf/3/properties/option_ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.other_text !== undefined){
if(typeof data.other_text !== "string"){
const err27 = {instancePath:instancePath+"/other_text",schemaPath:"#/oneOf/3/properties/other_text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath,schemaPath:"#/oneOf/3/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.kind = true;
props0.option_ids = true;
props0.other_text = true;
}
}
else if(tag0 === "skipped"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind === undefined){
const err29 = {instancePath,schemaPath:"#/oneOf/4/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data.kind !== undefined){
let data11 = data.kind;
if(typeof data11 !== "string"){
const err30 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/4/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if("skipped" !== data11){
const err31 = {instancePath:instancePath+"/kind",schemaPath:"#/oneOf/4/properties/kind/const",keyword:"const",params:{allowedValue: "skipped"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath,schemaPath:"#/oneOf/4/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.kind = true;
}
}
else {
const err33 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "kind", tagValue: tag0},message:"value of tag \"kind\" must be in oneOf"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "kind", tagValue: tag0},message:"tag \"kind\" must be string"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
else {
const err35 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
validate219.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate219.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate218(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_3" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate218.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.answers === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "answers"},message:"must have required property '"+"answers"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.answers !== undefined){
let data0 = data.answers;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
const before_key0=errors;
for(const key0 in data0){
if(errors-before_key0>=50) break;
if(!(validate219(data0[key0], {instancePath:instancePath+"/answers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data0,parentDataProperty:key0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate219.errors : vErrors.concat(validate219.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.method !== undefined){
let data2 = data.method;
if(typeof data2 !== "string"){
const err2 = {instancePath:instancePath+"/method",schemaPath:"#/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!((((data2 === "enter") || (data2 === "space")) || (data2 === "number_key")) || (data2 === "click"))){
const err3 = {instancePath:instancePath+"/method",schemaPath:"#/properties/method/enum",keyword:"enum",params:{allowedValues: schema181.properties.method.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.note !== undefined){
if(typeof data.note !== "string"){
const err4 = {instancePath:instancePath+"/note",schemaPath:"#/properties/note/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate218.errors = vErrors;
return errors === 0;
}
validate218.evaluated = {"props":{"answers":true,"method":true,"note":true},"dynamicProps":false,"dynamicItems":false};

const v2_4 = validate221;
const schema183 = {"type":"object","properties":{"ids":{"type":"array","items":{"type":"string"},"minItems":1}},"required":["ids"],"$id":"v2_4"};

function validate221(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_4" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate221.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ids === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "ids"},message:"must have required property '"+"ids"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.ids !== undefined){
let data0 = data.ids;
if(Array.isArray(data0)){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/ids",schemaPath:"#/properties/ids/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data0[i0] !== "string"){
const err2 = {instancePath:instancePath+"/ids/" + i0,schemaPath:"#/properties/ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/ids",schemaPath:"#/properties/ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate221.errors = vErrors;
return errors === 0;
}
validate221.evaluated = {"props":{"ids":true},"dynamicProps":false,"dynamicItems":false};

const v2_5 = validate222;
const schema184 = {"$ref":"McpLocator.json","$id":"v2_5"};
const schema185 = {"title":"McpLocator","description":"Names an MCP server; `plugin` is accepted, and never found.","oneOf":[{"type":"object","properties":{"source":{"type":"string","const":"global"},"name":{"type":"string","description":"configured name"}},"required":["source","name"]},{"type":"object","properties":{"source":{"type":"string","const":"plugin"},"pluginId":{"type":"string"},"serverName":{"type":"string"}},"required":["source","pluginId","serverName"]}],"type":"object","discriminator":{"propertyName":"source"},"$id":"McpLocator.json"};

function validate223(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="McpLocator.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate223.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
const tag0 = data.source;
if(typeof tag0 == "string"){
if(tag0 === "global"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.source === undefined){
const err0 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name === undefined){
const err1 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.source !== undefined){
let data0 = data.source;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/source",schemaPath:"#/oneOf/0/properties/source/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if("global" !== data0){
const err3 = {instancePath:instancePath+"/source",schemaPath:"#/oneOf/0/properties/source/const",keyword:"const",params:{allowedValue: "global"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/oneOf/0/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var props0 = {};
props0.source = true;
props0.name = true;
}
else if(tag0 === "plugin"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.source === undefined){
const err6 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.pluginId === undefined){
const err7 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "pluginId"},message:"must have required property '"+"pluginId"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.serverName === undefined){
const err8 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "serverName"},message:"must have required property '"+"serverName"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.source !== undefined){
let data2 = data.source;
if(typeof data2 !== "string"){
const err9 = {instancePath:instancePath+"/source",schemaPath:"#/oneOf/1/properties/source/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if("plugin" !== data2){
const err10 = {instancePath:instancePath+"/source",schemaPath:"#/oneOf/1/properties/source/const",keyword:"const",params:{allowedValue: "plugin"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.pluginId !== undefined){
if(typeof data.pluginId !== "string"){
const err11 = {instancePath:instancePath+"/pluginId",schemaPath:"#/oneOf/1/properties/pluginId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.serverName !== undefined){
if(typeof data.serverName !== "string"){
const err12 = {instancePath:instancePath+"/serverName",schemaPath:"#/oneOf/1/properties/serverName/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.source = true;
props0.pluginId = true;
props0.serverName = true;
}
}
else {
const err14 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "source", tagValue: tag0},message:"value of tag \"source\" must be in oneOf"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "source", tagValue: tag0},message:"tag \"source\" must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate223.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate223.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate222(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_5" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate222.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate223(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate223.errors : vErrors.concat(validate223.errors);
errors = vErrors.length;
}
else {
var props0 = validate223.evaluated.props;
}
validate222.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate222.evaluated = {"dynamicProps":true,"dynamicItems":false};

const v2_6 = validate225;
const schema186 = {"type":"object","properties":{"flowId":{"type":"string"}},"required":["flowId"],"$id":"v2_6"};

function validate225(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_6" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate225.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.flowId === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "flowId"},message:"must have required property '"+"flowId"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.flowId !== undefined){
if(typeof data.flowId !== "string"){
const err1 = {instancePath:instancePath+"/flowId",schemaPath:"#/properties/flowId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate225.errors = vErrors;
return errors === 0;
}
validate225.evaluated = {"props":{"flowId":true},"dynamicProps":false,"dynamicItems":false};

const v2_7 = validate226;
const schema187 = {"type":"object","properties":{"instruction":{"type":"string"}},"$id":"v2_7"};

function validate226(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_7" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate226.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.instruction !== undefined){
if(typeof data.instruction !== "string"){
const err0 = {instancePath:instancePath+"/instruction",schemaPath:"#/properties/instruction/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate226.errors = vErrors;
return errors === 0;
}
validate226.evaluated = {"props":{"instruction":true},"dynamicProps":false,"dynamicItems":false};

const v2_8 = validate227;
const schema188 = {"type":"object","properties":{"flowId":{"type":"string"},"timeoutMs":{"type":"integer","minimum":1,"maximum":2147483647,"default":900000}},"required":["flowId"],"$id":"v2_8"};

function validate227(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_8" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate227.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.timeoutMs === undefined){
data.timeoutMs = 900000;
}
if(data.flowId === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "flowId"},message:"must have required property '"+"flowId"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.flowId !== undefined){
if(typeof data.flowId !== "string"){
const err1 = {instancePath:instancePath+"/flowId",schemaPath:"#/properties/flowId/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
let data1 = data.timeoutMs;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/timeoutMs",schemaPath:"#/properties/timeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/timeoutMs",schemaPath:"#/properties/timeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},message:"must be <= 2147483647"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/timeoutMs",schemaPath:"#/properties/timeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate227.errors = vErrors;
return errors === 0;
}
validate227.evaluated = {"props":{"flowId":true,"timeoutMs":true},"dynamicProps":false,"dynamicItems":false};

const v2_9 = validate228;
const schema189 = {"type":"object","properties":{"title":{"type":"string","minLength":1,"maxLength":200,"pattern":"\\S"},"metadata":{"type":"object","additionalProperties":true}},"$id":"v2_9"};
const pattern23 = new RegExp("\\S", "u");

function validate228(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_9" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate228.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.title !== undefined){
let data0 = data.title;
if(typeof data0 === "string"){
if(data0.length > 200){
const err0 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern23.test(data0)){
const err2 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.metadata !== undefined){
let data1 = data.metadata;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
}
else {
const err4 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate228.errors = vErrors;
return errors === 0;
}
validate228.evaluated = {"props":{"title":true,"metadata":true},"dynamicProps":false,"dynamicItems":false};

const v2_10 = validate229;
const schema190 = {"type":"object","properties":{"objective":{"type":"string"},"completion_criterion":{"type":"string"},"replace":{"type":"boolean","default":false},"budget":{"type":"object","properties":{"turns":{"type":"integer","minimum":1},"tokens":{"type":"integer","minimum":1},"wall_clock_ms":{"type":"integer","minimum":1000,"maximum":86400000}}}},"required":["objective"],"$id":"v2_10"};

function validate229(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_10" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate229.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.replace === undefined){
data.replace = false;
}
if(data.objective === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "objective"},message:"must have required property '"+"objective"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.objective !== undefined){
if(typeof data.objective !== "string"){
const err1 = {instancePath:instancePath+"/objective",schemaPath:"#/properties/objective/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.completion_criterion !== undefined){
if(typeof data.completion_criterion !== "string"){
const err2 = {instancePath:instancePath+"/completion_criterion",schemaPath:"#/properties/completion_criterion/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(typeof data.replace !== "boolean"){
const err3 = {instancePath:instancePath+"/replace",schemaPath:"#/properties/replace/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.budget !== undefined){
let data3 = data.budget;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.turns !== undefined){
let data4 = data3.turns;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err4 = {instancePath:instancePath+"/budget/turns",schemaPath:"#/properties/budget/properties/turns/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 1 || isNaN(data4)){
const err5 = {instancePath:instancePath+"/budget/turns",schemaPath:"#/properties/budget/properties/turns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
if(data3.tokens !== undefined){
let data5 = data3.tokens;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err6 = {instancePath:instancePath+"/budget/tokens",schemaPath:"#/properties/budget/properties/tokens/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 1 || isNaN(data5)){
const err7 = {instancePath:instancePath+"/budget/tokens",schemaPath:"#/properties/budget/properties/tokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data3.wall_clock_ms !== undefined){
let data6 = data3.wall_clock_ms;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err8 = {instancePath:instancePath+"/budget/wall_clock_ms",schemaPath:"#/properties/budget/properties/wall_clock_ms/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 86400000 || isNaN(data6)){
const err9 = {instancePath:instancePath+"/budget/wall_clock_ms",schemaPath:"#/properties/budget/properties/wall_clock_ms/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400000},message:"must be <= 86400000"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data6 < 1000 || isNaN(data6)){
const err10 = {instancePath:instancePath+"/budget/wall_clock_ms",schemaPath:"#/properties/budget/properties/wall_clock_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1000},message:"must be >= 1000"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
}
else {
const err11 = {instancePath:instancePath+"/budget",schemaPath:"#/properties/budget/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate229.errors = vErrors;
return errors === 0;
}
validate229.evaluated = {"props":{"objective":true,"completion_criterion":true,"replace":true,"budget":true},"dynamicProps":false,"dynamicItems":false};

const v2_11 = validate230;
const schema191 = {"$ref":"McpServerForm.json","$id":"v2_11"};
const schema192 = {"title":"McpServerForm","description":"How an MCP server is named and started or reached, distinguished by `transport`.","oneOf":[{"type":"object","properties":{"name":{"type":"string","description":"`[A-Za-z0-9_-]{1,64}`, blanks around it do not count"},"transport":{"type":"string","const":"stdio"},"command":{"type":"string","minLength":1,"description":"program; without a slash it is looked for in `PATH`"},"args":{"type":"array","items":{"type":"string"},"description":"as they are, without a shell"},"env":{"type":"object","additionalProperties":{"type":"string"},"description":"added to a small base set; `${VAR}` in values is taken from the environment of the server"},"cwd":{"type":"string","minLength":1,"description":"absolute; absent: the working directory of the session"},"shared":{"type":"boolean","description":"absent: true, sessions with the same environment and directory share its process; false: one process for each session, for servers that keep state per client"},"runtime_id":{"type":"string","enum":["local"]},"enabled":{"type":"boolean","description":"absent: true"},"startupTimeoutMs":{"type":"integer","minimum":1,"maximum":2147483647,"description":"absent: `[mcp]` of the configuration, else 30,000"},"toolTimeoutMs":{"type":"integer","minimum":1,"maximum":2147483647,"description":"absent: `[mcp]` of the configuration, else 60,000"},"enabledTools":{"type":"array","items":{"type":"string"},"description":"names as the server gives them, `*` allowed; absent: all"},"disabledTools":{"type":"array","items":{"type":"string"},"description":"as `enabledTools`; a tool in both lists is off"}},"required":["name","transport","command"]},{"type":"object","properties":{"name":{"type":"string","description":"`[A-Za-z0-9_-]{1,64}`, blanks around it do not count"},"transport":{"type":"string","enum":["http","sse"]},"url":{"type":"string","minLength":1,"description":"http or https address"},"headers":{"type":"object","additionalProperties":{"type":"string"},"description":"`${VAR}` in values is taken from the environment of the server"},"auth":{"type":"string","enum":["oauth"],"description":"a login is needed in any case; absent: tried when the server asks for one"},"bearerTokenEnvVar":{"type":"string","minLength":1,"description":"name of the variable that holds a token"},"enabled":{"type":"boolean","description":"absent: true"},"startupTimeoutMs":{"type":"integer","minimum":1,"maximum":2147483647,"description":"absent: `[mcp]` of the configuration, else 30,000"},"toolTimeoutMs":{"type":"integer","minimum":1,"maximum":2147483647,"description":"absent: `[mcp]` of the configuration, else 60,000"},"enabledTools":{"type":"array","items":{"type":"string"},"description":"names as the server gives them, `*` allowed; absent: all"},"disabledTools":{"type":"array","items":{"type":"string"},"description":"as `enabledTools`; a tool in both lists is off"}},"required":["name","transport","url"]}],"type":"object","discriminator":{"propertyName":"transport"},"$id":"McpServerForm.json"};

function validate231(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="McpServerForm.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate231.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
const tag0 = data.transport;
if(typeof tag0 == "string"){
if(tag0 === "stdio"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.transport === undefined){
const err1 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "transport"},message:"must have required property '"+"transport"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.command === undefined){
const err2 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "command"},message:"must have required property '"+"command"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/oneOf/0/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.transport !== undefined){
let data1 = data.transport;
if(typeof data1 !== "string"){
const err4 = {instancePath:instancePath+"/transport",schemaPath:"#/oneOf/0/properties/transport/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if("stdio" !== data1){
const err5 = {instancePath:instancePath+"/transport",schemaPath:"#/oneOf/0/properties/transport/const",keyword:"const",params:{allowedValue: "stdio"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.command !== undefined){
let data2 = data.command;
if(typeof data2 === "string"){
if(data2.length < 1){
const err6 = {instancePath:instancePath+"/command",schemaPath:"#/oneOf/0/properties/command/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/command",schemaPath:"#/oneOf/0/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.args !== undefined){
let data3 = data.args;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data3[i0] !== "string"){
const err8 = {instancePath:instancePath+"/args/" + i0,schemaPath:"#/oneOf/0/properties/args/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/args",schemaPath:"#/oneOf/0/properties/args/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.env !== undefined){
let data5 = data.env;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
const before_key0=errors;
for(const key0 in data5){
if(errors-before_key0>=50) break;
if(typeof data5[key0] !== "string"){
const err10 = {instancePath:instancePath+"/env/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/oneOf/0/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/env",schemaPath:"#/oneOf/0/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.cwd !== undefined){
let data7 = data.cwd;
if(typeof data7 === "string"){
if(data7.length < 1){
const err12 = {instancePath:instancePath+"/cwd",schemaPath:"#/oneOf/0/properties/cwd/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/cwd",schemaPath:"#/oneOf/0/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.shared !== undefined){
if(typeof data.shared !== "boolean"){
const err14 = {instancePath:instancePath+"/shared",schemaPath:"#/oneOf/0/properties/shared/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.runtime_id !== undefined){
let data9 = data.runtime_id;
if(typeof data9 !== "string"){
const err15 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/oneOf/0/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!(data9 === "local")){
const err16 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/oneOf/0/properties/runtime_id/enum",keyword:"enum",params:{allowedValues: schema192.oneOf[0].properties.runtime_id.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.enabled !== undefined){
if(typeof data.enabled !== "boolean"){
const err17 = {instancePath:instancePath+"/enabled",schemaPath:"#/oneOf/0/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.startupTimeoutMs !== undefined){
let data11 = data.startupTimeoutMs;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err18 = {instancePath:instancePath+"/startupTimeoutMs",schemaPath:"#/oneOf/0/properties/startupTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 2147483647 || isNaN(data11)){
const err19 = {instancePath:instancePath+"/startupTimeoutMs",schemaPath:"#/oneOf/0/properties/startupTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},message:"must be <= 2147483647"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data11 < 1 || isNaN(data11)){
const err20 = {instancePath:instancePath+"/startupTimeoutMs",schemaPath:"#/oneOf/0/properties/startupTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data.toolTimeoutMs !== undefined){
let data12 = data.toolTimeoutMs;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err21 = {instancePath:instancePath+"/toolTimeoutMs",schemaPath:"#/oneOf/0/properties/toolTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 2147483647 || isNaN(data12)){
const err22 = {instancePath:instancePath+"/toolTimeoutMs",schemaPath:"#/oneOf/0/properties/toolTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},message:"must be <= 2147483647"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data12 < 1 || isNaN(data12)){
const err23 = {instancePath:instancePath+"/toolTimeoutMs",schemaPath:"#/oneOf/0/properties/toolTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
if(data.enabledTools !== undefined){
let data13 = data.enabledTools;
if(Array.isArray(data13)){
const len1 = data13.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
if(typeof data13[i1] !== "string"){
const err24 = {instancePath:instancePath+"/enabledTools/" + i1,schemaPath:"#/oneOf/0/properties/enabledTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/enabledTools",schemaPath:"#/oneOf/0/properties/enabledTools/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.disabledTools !== undefined){
let data15 = data.disabledTools;
if(Array.isArray(data15)){
const len2 = data15.length;
for(let i2=0, before=errors; i2<len2 && errors-before<50; i2++){
if(typeof data15[i2] !== "string"){
const err26 = {instancePath:instancePath+"/disabledTools/" + i2,schemaPath:"#/oneOf/0/properties/disabledTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/disabledTools",schemaPath:"#/oneOf/0/properties/disabledTools/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
var props0 = {};
props0.name = true;
props0.transport = true;
props0.command = true;
props0.args = true;
props0.env = true;
props0.cwd = true;
props0.shared = true;
props0.runtime_id = true;
props0.enabled = true;
props0.startupTimeoutMs = true;
props0.toolTimeoutMs = true;
props0.enabledTools = true;
props0.disabledTools = true;
}
else if(tag0 === "http"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err29 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data.transport === undefined){
const err30 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "transport"},message:"must have required property '"+"transport"+"'"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data.url === undefined){
const err31 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err32 = {instancePath:instancePath+"/name",schemaPath:"#/oneOf/1/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.transport !== undefined){
let data18 = data.transport;
if(typeof data18 !== "string"){
const err33 = {instancePath:instancePath+"/transport",schemaPath:"#/oneOf/1/properties/transport/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(!((data18 === "http") || (data18 === "sse"))){
const err34 = {instancePath:instancePath+"/transport",schemaPath:"#/oneOf/1/properties/transport/enum",keyword:"enum",params:{allowedValues: schema192.oneOf[1].properties.transport.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.url !== undefined){
let data19 = data.url;
if(typeof data19 === "string"){
if(data19.length < 1){
const err35 = {instancePath:instancePath+"/url",schemaPath:"#/oneOf/1/properties/url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/url",schemaPath:"#/oneOf/1/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.headers !== undefined){
let data20 = data.headers;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
const before_key1=errors;
for(const key1 in data20){
if(errors-before_key1>=50) break;
if(typeof data20[key1] !== "string"){
const err37 = {instancePath:instancePath+"/headers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/oneOf/1/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
else {
const err38 = {instancePath:instancePath+"/headers",schemaPath:"#/oneOf/1/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.auth !== undefined){
let data22 = data.auth;
if(typeof data22 !== "string"){
const err39 = {instancePath:instancePath+"/auth",schemaPath:"#/oneOf/1/properties/auth/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(!(data22 === "oauth")){
const err40 = {instancePath:instancePath+"/auth",schemaPath:"#/oneOf/1/properties/auth/enum",keyword:"enum",params:{allowedValues: schema192.oneOf[1].properties.auth.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.bearerTokenEnvVar !== undefined){
let data23 = data.bearerTokenEnvVar;
if(typeof data23 === "string"){
if(data23.length < 1){
const err41 = {instancePath:instancePath+"/bearerTokenEnvVar",schemaPath:"#/oneOf/1/properties/bearerTokenEnvVar/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/bearerTokenEnvVar",schemaPath:"#/oneOf/1/properties/bearerTokenEnvVar/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data.enabled !== undefined){
if(typeof data.enabled !== "boolean"){
const err43 = {instancePath:instancePath+"/enabled",schemaPath:"#/oneOf/1/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data.startupTimeoutMs !== undefined){
let data25 = data.startupTimeoutMs;
if(!(((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25))) && (isFinite(data25)))){
const err44 = {instancePath:instancePath+"/startupTimeoutMs",schemaPath:"#/oneOf/1/properties/startupTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 > 2147483647 || isNaN(data25)){
const err45 = {instancePath:instancePath+"/startupTimeoutMs",schemaPath:"#/oneOf/1/properties/startupTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},message:"must be <= 2147483647"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data25 < 1 || isNaN(data25)){
const err46 = {instancePath:instancePath+"/startupTimeoutMs",schemaPath:"#/oneOf/1/properties/startupTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
if(data.toolTimeoutMs !== undefined){
let data26 = data.toolTimeoutMs;
if(!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))){
const err47 = {instancePath:instancePath+"/toolTimeoutMs",schemaPath:"#/oneOf/1/properties/toolTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 2147483647 || isNaN(data26)){
const err48 = {instancePath:instancePath+"/toolTimeoutMs",schemaPath:"#/oneOf/1/properties/toolTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},message:"must be <= 2147483647"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(data26 < 1 || isNaN(data26)){
const err49 = {instancePath:instancePath+"/toolTimeoutMs",schemaPath:"#/oneOf/1/properties/toolTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
if(data.enabledTools !== undefined){
let data27 = data.enabledTools;
if(Array.isArray(data27)){
const len3 = data27.length;
for(let i3=0, before=errors; i3<len3 && errors-before<50; i3++){
if(typeof data27[i3] !== "string"){
const err50 = {instancePath:instancePath+"/enabledTools/" + i3,schemaPath:"#/oneOf/1/properties/enabledTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
else {
const err51 = {instancePath:instancePath+"/enabledTools",schemaPath:"#/oneOf/1/properties/enabledTools/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data.disabledTools !== undefined){
let data29 = data.disabledTools;
if(Array.isArray(data29)){
const len4 = data29.length;
for(let i4=0, before=errors; i4<len4 && errors-before<50; i4++){
if(typeof data29[i4] !== "string"){
const err52 = {instancePath:instancePath+"/disabledTools/" + i4,schemaPath:"#/oneOf/1/properties/disabledTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
else {
const err53 = {instancePath:instancePath+"/disabledTools",schemaPath:"#/oneOf/1/properties/disabledTools/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
else {
const err54 = {instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.name = true;
props0.transport = true;
props0.url = true;
props0.headers = true;
props0.auth = true;
props0.bearerTokenEnvVar = true;
props0.enabled = true;
props0.startupTimeoutMs = true;
props0.toolTimeoutMs = true;
props0.enabledTools = true;
props0.disabledTools = true;
}
}
else if(tag0 === "sse"){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err55 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data.transport === undefined){
const err56 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "transport"},message:"must have required property '"+"transport"+"'"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if(data.url === undefined){
const err57 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err58 = {instancePath:instancePath+"/name",schemaPath:"#/oneOf/1/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data.transport !== undefined){
let data32 = data.transport;
if(typeof data32 !== "string"){
const err59 = {instancePath:instancePath+"/transport",schemaPath:"#/oneOf/1/properties/transport/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(!((data32 === "http") || (data32 === "sse"))){
const err60 = {instancePath:instancePath+"/transport",schemaPath:"#/oneOf/1/properties/transport/enum",keyword:"enum",params:{allowedValues: schema192.oneOf[1].properties.transport.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data.url !== undefined){
let data33 = data.url;
if(typeof data33 === "string"){
if(data33.length < 1){
const err61 = {instancePath:instancePath+"/url",schemaPath:"#/oneOf/1/properties/url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
else {
const err62 = {instancePath:instancePath+"/url",schemaPath:"#/oneOf/1/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data.headers !== undefined){
let data34 = data.headers;
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
const before_key2=errors;
for(const key2 in data34){
if(errors-before_key2>=50) break;
if(typeof data34[key2] !== "string"){
const err63 = {instancePath:instancePath+"/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/oneOf/1/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
}
else {
const err64 = {instancePath:instancePath+"/headers",schemaPath:"#/oneOf/1/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data.auth !== undefined){
let data36 = data.auth;
if(typeof data36 !== "string"){
const err65 = {instancePath:instancePath+"/auth",schemaPath:"#/oneOf/1/properties/auth/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
if(!(data36 === "oauth")){
const err66 = {instancePath:instancePath+"/auth",schemaPath:"#/oneOf/1/properties/auth/enum",keyword:"enum",params:{allowedValues: schema192.oneOf[1].properties.auth.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data.bearerTokenEnvVar !== undefined){
let data37 = data.bearerTokenEnvVar;
if(typeof data37 === "string"){
if(data37.length < 1){
const err67 = {instancePath:instancePath+"/bearerTokenEnvVar",schemaPath:"#/oneOf/1/properties/bearerTokenEnvVar/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
else {
const err68 = {instancePath:instancePath+"/bearerTokenEnvVar",schemaPath:"#/oneOf/1/properties/bearerTokenEnvVar/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data.enabled !== undefined){
if(typeof data.enabled !== "boolean"){
const err69 = {instancePath:instancePath+"/enabled",schemaPath:"#/oneOf/1/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
if(data.startupTimeoutMs !== undefined){
let data39 = data.startupTimeoutMs;
if(!(((typeof data39 == "number") && (!(data39 % 1) && !isNaN(data39))) && (isFinite(data39)))){
const err70 = {instancePath:instancePath+"/startupTimeoutMs",schemaPath:"#/oneOf/1/properties/startupTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
if((typeof data39 == "number") && (isFinite(data39))){
if(data39 > 2147483647 || isNaN(data39)){
const err71 = {instancePath:instancePath+"/startupTimeoutMs",schemaPath:"#/oneOf/1/properties/startupTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},message:"must be <= 2147483647"};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
if(data39 < 1 || isNaN(data39)){
const err72 = {instancePath:instancePath+"/startupTimeoutMs",schemaPath:"#/oneOf/1/properties/startupTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
}
if(data.toolTimeoutMs !== undefined){
let data40 = data.toolTimeoutMs;
if(!(((typeof data40 == "number") && (!(data40 % 1) && !isNaN(data40))) && (isFinite(data40)))){
const err73 = {instancePath:instancePath+"/toolTimeoutMs",schemaPath:"#/oneOf/1/properties/toolTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
if((typeof data40 == "number") && (isFinite(data40))){
if(data40 > 2147483647 || isNaN(data40)){
const err74 = {instancePath:instancePath+"/toolTimeoutMs",schemaPath:"#/oneOf/1/properties/toolTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},message:"must be <= 2147483647"};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
if(data40 < 1 || isNaN(data40)){
const err75 = {instancePath:instancePath+"/toolTimeoutMs",schemaPath:"#/oneOf/1/properties/toolTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
}
if(data.enabledTools !== undefined){
let data41 = data.enabledTools;
if(Array.isArray(data41)){
const len5 = data41.length;
for(let i5=0, before=errors; i5<len5 && errors-before<50; i5++){
if(typeof data41[i5] !== "string"){
const err76 = {instancePath:instancePath+"/enabledTools/" + i5,schemaPath:"#/oneOf/1/properties/enabledTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
}
else {
const err77 = {instancePath:instancePath+"/enabledTools",schemaPath:"#/oneOf/1/properties/enabledTools/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
if(data.disabledTools !== undefined){
let data43 = data.disabledTools;
if(Array.isArray(data43)){
const len6 = data43.length;
for(let i6=0, before=errors; i6<len6 && errors-before<50; i6++){
if(typeof data43[i6] !== "string"){
const err78 = {instancePath:instancePath+"/disabledTools/" + i6,schemaPath:"#/oneOf/1/properties/disabledTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
}
else {
const err79 = {instancePath:instancePath+"/disabledTools",schemaPath:"#/oneOf/1/properties/disabledTools/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
}
else {
const err80 = {instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.name = true;
props0.transport = true;
props0.url = true;
props0.headers = true;
props0.auth = true;
props0.bearerTokenEnvVar = true;
props0.enabled = true;
props0.startupTimeoutMs = true;
props0.toolTimeoutMs = true;
props0.enabledTools = true;
props0.disabledTools = true;
}
}
else {
const err81 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "transport", tagValue: tag0},message:"value of tag \"transport\" must be in oneOf"};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
else {
const err82 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "transport", tagValue: tag0},message:"tag \"transport\" must be string"};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
else {
const err83 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
validate231.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate231.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate230(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_11" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate230.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate231(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate231.errors : vErrors.concat(validate231.errors);
errors = vErrors.length;
}
else {
var props0 = validate231.evaluated.props;
}
validate230.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate230.evaluated = {"dynamicProps":true,"dynamicItems":false};

const v2_12 = validate233;
const schema193 = {"type":"object","properties":{"id":{"type":"string"},"type":{"$ref":"ProviderType.json"},"models":{"type":"array","minItems":1,"items":{"$ref":"ProviderModelForm.json"}},"api_key":{"type":"string"},"base_url":{"type":"string"},"default_model":{"type":"string"}},"required":["id","type","models"],"$id":"v2_12"};
const schema194 = {"title":"ProviderType","description":"The protocol that a provider speaks.","type":"string","enum":["agent","openai","openai_responses","anthropic","google-genai","vertexai","offline"],"$id":"ProviderType.json"};

function validate234(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="ProviderType.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate234.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!(((((((data === "agent") || (data === "openai")) || (data === "openai_responses")) || (data === "anthropic")) || (data === "google-genai")) || (data === "vertexai")) || (data === "offline"))){
const err1 = {instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema194.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate234.errors = vErrors;
return errors === 0;
}
validate234.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema195 = {"title":"ProviderModelForm","description":"A model of a provider as forms give it; its alias becomes `<id>/<model>`.","type":"object","properties":{"model":{"type":"string","minLength":1,"description":"the provider's own name; each only once"},"max_context_size":{"type":"integer","minimum":1,"maximum":9007199254740991,"description":"tokens"},"display_name":{"type":"string"},"capabilities":{"type":"array","items":{"type":"string","enum":["image_in","video_in","audio_in","thinking","always_thinking","tool_use"]},"description":"added to the detected ones"},"max_output_size":{"type":"integer","minimum":1,"maximum":9007199254740991,"description":"tokens, at most the context"},"support_efforts":{"type":"array","items":{"type":"string","minLength":1},"description":"thinking levels"},"adaptive_thinking":{"type":"boolean"}},"required":["model","max_context_size"],"$id":"ProviderModelForm.json"};

function validate236(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="ProviderModelForm.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate236.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.model === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "model"},message:"must have required property '"+"model"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.max_context_size === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "max_context_size"},message:"must have required property '"+"max_context_size"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.model !== undefined){
let data0 = data.model;
if(typeof data0 === "string"){
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.max_context_size !== undefined){
let data1 = data.max_context_size;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err4 = {instancePath:instancePath+"/max_context_size",schemaPath:"#/properties/max_context_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9007199254740991 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/max_context_size",schemaPath:"#/properties/max_context_size/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/max_context_size",schemaPath:"#/properties/max_context_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.display_name !== undefined){
if(typeof data.display_name !== "string"){
const err7 = {instancePath:instancePath+"/display_name",schemaPath:"#/properties/display_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.capabilities !== undefined){
let data3 = data.capabilities;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data4 = data3[i0];
if(typeof data4 !== "string"){
const err8 = {instancePath:instancePath+"/capabilities/" + i0,schemaPath:"#/properties/capabilities/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!((((((data4 === "image_in") || (data4 === "video_in")) || (data4 === "audio_in")) || (data4 === "thinking")) || (data4 === "always_thinking")) || (data4 === "tool_use"))){
const err9 = {instancePath:instancePath+"/capabilities/" + i0,schemaPath:"#/properties/capabilities/items/enum",keyword:"enum",params:{allowedValues: schema195.properties.capabilities.items.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/capabilities",schemaPath:"#/properties/capabilities/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.max_output_size !== undefined){
let data5 = data.max_output_size;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err11 = {instancePath:instancePath+"/max_output_size",schemaPath:"#/properties/max_output_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
const err12 = {instancePath:instancePath+"/max_output_size",schemaPath:"#/properties/max_output_size/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data5 < 1 || isNaN(data5)){
const err13 = {instancePath:instancePath+"/max_output_size",schemaPath:"#/properties/max_output_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
if(data.support_efforts !== undefined){
let data6 = data.support_efforts;
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
let data7 = data6[i1];
if(typeof data7 === "string"){
if(data7.length < 1){
const err14 = {instancePath:instancePath+"/support_efforts/" + i1,schemaPath:"#/properties/support_efforts/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/support_efforts/" + i1,schemaPath:"#/properties/support_efforts/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/support_efforts",schemaPath:"#/properties/support_efforts/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.adaptive_thinking !== undefined){
if(typeof data.adaptive_thinking !== "boolean"){
const err17 = {instancePath:instancePath+"/adaptive_thinking",schemaPath:"#/properties/adaptive_thinking/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate236.errors = vErrors;
return errors === 0;
}
validate236.evaluated = {"props":{"model":true,"max_context_size":true,"display_name":true,"capabilities":true,"max_output_size":true,"support_efforts":true,"adaptive_thinking":true},"dynamicProps":false,"dynamicItems":false};


function validate233(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_12" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate233.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.type === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.models === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "models"},message:"must have required property '"+"models"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.id !== undefined){
if(typeof data.id !== "string"){
const err3 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.type !== undefined){
if(!(validate234(data.type, {instancePath:instancePath+"/type",parentData:data,parentDataProperty:"type",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate234.errors : vErrors.concat(validate234.errors);
errors = vErrors.length;
}
}
if(data.models !== undefined){
let data2 = data.models;
if(Array.isArray(data2)){
if(data2.length < 1){
const err4 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len0 = data2.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(!(validate236(data2[i0], {instancePath:instancePath+"/models/" + i0,parentData:data2,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate236.errors : vErrors.concat(validate236.errors);
errors = vErrors.length;
}
}
}
else {
const err5 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.api_key !== undefined){
if(typeof data.api_key !== "string"){
const err6 = {instancePath:instancePath+"/api_key",schemaPath:"#/properties/api_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.base_url !== undefined){
if(typeof data.base_url !== "string"){
const err7 = {instancePath:instancePath+"/base_url",schemaPath:"#/properties/base_url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.default_model !== undefined){
if(typeof data.default_model !== "string"){
const err8 = {instancePath:instancePath+"/default_model",schemaPath:"#/properties/default_model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate233.errors = vErrors;
return errors === 0;
}
validate233.evaluated = {"props":{"id":true,"type":true,"models":true,"api_key":true,"base_url":true,"default_model":true},"dynamicProps":false,"dynamicItems":false};

const v2_13 = validate238;
const schema196 = {"type":"object","properties":{"workspace_id":{"type":"string","pattern":"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"},"metadata":{"type":"object","properties":{"cwd":{"type":"string","minLength":1}},"additionalProperties":true},"title":{"type":"string","minLength":1,"maxLength":200,"pattern":"\\S"},"agent_config":{"$ref":"AgentConfigInput.json"},"permission_rules":{"type":"array","items":{"$ref":"SessionPermissionRuleInput.json"}},"launch":{"$ref":"Launch.json"},"mcp_servers":{"type":"object","additionalProperties":{"type":"object","additionalProperties":true}}},"$id":"v2_13"};
const schema197 = {"title":"AgentConfigInput","description":"Settings a client gives for the main agent; checked as a whole, then applied in this order.","type":"object","properties":{"profile":{"type":"string","minLength":1,"description":"agent name; only at creation"},"model":{"type":"string","description":"alias; empty is ignored; takes effect at the next step"},"thinking":{"type":"string","minLength":1,"description":"level"},"permission_mode":{"$ref":"PermissionMode.json"},"plan_mode":{"type":"boolean"},"swarm_mode":{"type":"boolean","description":"accepted and ignored"},"system_prompt":{"type":"string","description":"replaces the body of the agent; only while the session has no message"},"tools":{"type":"array","items":{"type":"string","minLength":1},"description":"allow list of tool names, `*` allowed; narrows the profile; empty: none"},"mcp_servers":{"type":"array","items":{"type":"string","pattern":"^[A-Za-z0-9_-]{1,64}$"},"description":"names of the only configured MCP servers that the session connects to; empty: none. A name that is not configured means nothing until it is"},"goal_objective":{"type":"string","description":"creates a goal"},"goal_control":{"type":"string","enum":["pause","resume","cancel"]}},"$id":"AgentConfigInput.json"};
const schema198 = {"title":"PermissionMode","description":"What happens to a tool call that no rule decides: manual asks, yolo asks only for risky ones, auto never asks.","type":"string","enum":["manual","yolo","auto"],"$id":"PermissionMode.json"};

function validate240(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="PermissionMode.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate240.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!(((data === "manual") || (data === "yolo")) || (data === "auto"))){
const err1 = {instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema198.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate240.errors = vErrors;
return errors === 0;
}
validate240.evaluated = {"dynamicProps":false,"dynamicItems":false};

const pattern26 = new RegExp("^[A-Za-z0-9_-]{1,64}$", "u");

function validate239(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="AgentConfigInput.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate239.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.profile !== undefined){
let data0 = data.profile;
if(typeof data0 === "string"){
if(data0.length < 1){
const err0 = {instancePath:instancePath+"/profile",schemaPath:"#/properties/profile/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/profile",schemaPath:"#/properties/profile/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.model !== undefined){
if(typeof data.model !== "string"){
const err2 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.thinking !== undefined){
let data2 = data.thinking;
if(typeof data2 === "string"){
if(data2.length < 1){
const err3 = {instancePath:instancePath+"/thinking",schemaPath:"#/properties/thinking/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/thinking",schemaPath:"#/properties/thinking/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.permission_mode !== undefined){
if(!(validate240(data.permission_mode, {instancePath:instancePath+"/permission_mode",parentData:data,parentDataProperty:"permission_mode",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate240.errors : vErrors.concat(validate240.errors);
errors = vErrors.length;
}
}
if(data.plan_mode !== undefined){
if(typeof data.plan_mode !== "boolean"){
const err5 = {instancePath:instancePath+"/plan_mode",schemaPath:"#/properties/plan_mode/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.swarm_mode !== undefined){
if(typeof data.swarm_mode !== "boolean"){
const err6 = {instancePath:instancePath+"/swarm_mode",schemaPath:"#/properties/swarm_mode/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.system_prompt !== undefined){
if(typeof data.system_prompt !== "string"){
const err7 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.tools !== undefined){
let data7 = data.tools;
if(Array.isArray(data7)){
const len0 = data7.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data8 = data7[i0];
if(typeof data8 === "string"){
if(data8.length < 1){
const err8 = {instancePath:instancePath+"/tools/" + i0,schemaPath:"#/properties/tools/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/tools/" + i0,schemaPath:"#/properties/tools/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.mcp_servers !== undefined){
let data9 = data.mcp_servers;
if(Array.isArray(data9)){
const len1 = data9.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
let data10 = data9[i1];
if(typeof data10 === "string"){
if(!pattern26.test(data10)){
const err11 = {instancePath:instancePath+"/mcp_servers/" + i1,schemaPath:"#/properties/mcp_servers/items/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\""};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/mcp_servers/" + i1,schemaPath:"#/properties/mcp_servers/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/mcp_servers",schemaPath:"#/properties/mcp_servers/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.goal_objective !== undefined){
if(typeof data.goal_objective !== "string"){
const err14 = {instancePath:instancePath+"/goal_objective",schemaPath:"#/properties/goal_objective/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.goal_control !== undefined){
let data12 = data.goal_control;
if(typeof data12 !== "string"){
const err15 = {instancePath:instancePath+"/goal_control",schemaPath:"#/properties/goal_control/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(!(((data12 === "pause") || (data12 === "resume")) || (data12 === "cancel"))){
const err16 = {instancePath:instancePath+"/goal_control",schemaPath:"#/properties/goal_control/enum",keyword:"enum",params:{allowedValues: schema197.properties.goal_control.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate239.errors = vErrors;
return errors === 0;
}
validate239.evaluated = {"props":{"profile":true,"model":true,"thinking":true,"permission_mode":true,"plan_mode":true,"swarm_mode":true,"system_prompt":true,"tools":true,"mcp_servers":true,"goal_objective":true,"goal_control":true},"dynamicProps":false,"dynamicItems":false};

const schema199 = {"title":"SessionPermissionRuleInput","description":"A rule a client gives to a session: `pattern`, or `tool_name` with an optional matcher; `pattern` wins.","type":"object","properties":{"pattern":{"type":"string","minLength":1,"description":"the rule as `Tool` or `Tool(pattern)`"},"tool_name":{"type":"string","minLength":1},"matcher":{"type":"object","properties":{"kind":{"type":"string","enum":["always","command_prefix","path_glob","exact_input"]},"value":{"type":"string"}},"required":["kind"]},"decision":{"type":"string","const":"approved"}},"$id":"SessionPermissionRuleInput.json"};

function validate243(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="SessionPermissionRuleInput.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate243.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.pattern !== undefined){
let data0 = data.pattern;
if(typeof data0 === "string"){
if(data0.length < 1){
const err0 = {instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.tool_name !== undefined){
let data1 = data.tool_name;
if(typeof data1 === "string"){
if(data1.length < 1){
const err2 = {instancePath:instancePath+"/tool_name",schemaPath:"#/properties/tool_name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/tool_name",schemaPath:"#/properties/tool_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.matcher !== undefined){
let data2 = data.matcher;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.kind === undefined){
const err4 = {instancePath:instancePath+"/matcher",schemaPath:"#/properties/matcher/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data2.kind !== undefined){
let data3 = data2.kind;
if(typeof data3 !== "string"){
const err5 = {instancePath:instancePath+"/matcher/kind",schemaPath:"#/properties/matcher/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!((((data3 === "always") || (data3 === "command_prefix")) || (data3 === "path_glob")) || (data3 === "exact_input"))){
const err6 = {instancePath:instancePath+"/matcher/kind",schemaPath:"#/properties/matcher/properties/kind/enum",keyword:"enum",params:{allowedValues: schema199.properties.matcher.properties.kind.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data2.value !== undefined){
if(typeof data2.value !== "string"){
const err7 = {instancePath:instancePath+"/matcher/value",schemaPath:"#/properties/matcher/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/matcher",schemaPath:"#/properties/matcher/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.decision !== undefined){
let data5 = data.decision;
if(typeof data5 !== "string"){
const err9 = {instancePath:instancePath+"/decision",schemaPath:"#/properties/decision/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if("approved" !== data5){
const err10 = {instancePath:instancePath+"/decision",schemaPath:"#/properties/decision/const",keyword:"const",params:{allowedValue: "approved"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate243.errors = vErrors;
return errors === 0;
}
validate243.evaluated = {"props":{"pattern":true,"tool_name":true,"matcher":true,"decision":true},"dynamicProps":false,"dynamicItems":false};

const schema200 = {"title":"Launch","description":"What a client's own process brings into a session (cli.md 1.4).","type":"object","properties":{"client_type":{"type":"string","enum":["tui","cli","web","acp","api"],"default":"api"},"agent_file":{"type":"object","properties":{"path":{"type":"string","minLength":1,"description":"where the client read it"},"text":{"type":"string","maxLength":1048576}},"required":["path","text"],"description":"a custom agent for the new session; not together with `agent_config.profile`"},"skills_dirs":{"type":"array","items":{"type":"string","minLength":1},"maxItems":100,"description":"absolute paths of directories that replace those of project and user; must exist; kept in memory only"},"additional_dirs":{"type":"array","items":{"type":"string","minLength":1},"description":"absolute paths of further workspace directories; must exist"},"env":{"type":"object","additionalProperties":{"type":"string"},"description":"environment of the client for commands; kept in memory only"}},"$id":"Launch.json"};

function validate245(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="Launch.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate245.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.client_type === undefined){
data.client_type = "api";
}
let data0 = data.client_type;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/client_type",schemaPath:"#/properties/client_type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(!(((((data0 === "tui") || (data0 === "cli")) || (data0 === "web")) || (data0 === "acp")) || (data0 === "api"))){
const err1 = {instancePath:instancePath+"/client_type",schemaPath:"#/properties/client_type/enum",keyword:"enum",params:{allowedValues: schema200.properties.client_type.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.agent_file !== undefined){
let data1 = data.agent_file;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.path === undefined){
const err2 = {instancePath:instancePath+"/agent_file",schemaPath:"#/properties/agent_file/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1.text === undefined){
const err3 = {instancePath:instancePath+"/agent_file",schemaPath:"#/properties/agent_file/required",keyword:"required",params:{missingProperty: "text"},message:"must have required property '"+"text"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.path !== undefined){
let data2 = data1.path;
if(typeof data2 === "string"){
if(data2.length < 1){
const err4 = {instancePath:instancePath+"/agent_file/path",schemaPath:"#/properties/agent_file/properties/path/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/agent_file/path",schemaPath:"#/properties/agent_file/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data1.text !== undefined){
let data3 = data1.text;
if(typeof data3 === "string"){
if(data3.length > 1048576){
const err6 = {instancePath:instancePath+"/agent_file/text",schemaPath:"#/properties/agent_file/properties/text/maxLength",keyword:"maxLength",params:{limit: 1048576},message:"must NOT have more than 1048576 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/agent_file/text",schemaPath:"#/properties/agent_file/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/agent_file",schemaPath:"#/properties/agent_file/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.skills_dirs !== undefined){
let data4 = data.skills_dirs;
if(Array.isArray(data4)){
if(data4.length > 100){
const err9 = {instancePath:instancePath+"/skills_dirs",schemaPath:"#/properties/skills_dirs/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len0 = data4.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data5 = data4[i0];
if(typeof data5 === "string"){
if(data5.length < 1){
const err10 = {instancePath:instancePath+"/skills_dirs/" + i0,schemaPath:"#/properties/skills_dirs/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/skills_dirs/" + i0,schemaPath:"#/properties/skills_dirs/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/skills_dirs",schemaPath:"#/properties/skills_dirs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.additional_dirs !== undefined){
let data6 = data.additional_dirs;
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
let data7 = data6[i1];
if(typeof data7 === "string"){
if(data7.length < 1){
const err13 = {instancePath:instancePath+"/additional_dirs/" + i1,schemaPath:"#/properties/additional_dirs/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/additional_dirs/" + i1,schemaPath:"#/properties/additional_dirs/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/additional_dirs",schemaPath:"#/properties/additional_dirs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.env !== undefined){
let data8 = data.env;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
const before_key0=errors;
for(const key0 in data8){
if(errors-before_key0>=50) break;
if(typeof data8[key0] !== "string"){
const err16 = {instancePath:instancePath+"/env/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate245.errors = vErrors;
return errors === 0;
}
validate245.evaluated = {"props":{"client_type":true,"agent_file":true,"skills_dirs":true,"additional_dirs":true,"env":true},"dynamicProps":false,"dynamicItems":false};


function validate238(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_13" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate238.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.workspace_id !== undefined){
let data0 = data.workspace_id;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err0 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/pattern",keyword:"pattern",params:{pattern: "^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"},message:"must match pattern \""+"^wd_[a-z0-9._-]{1,40}_[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/workspace_id",schemaPath:"#/properties/workspace_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.metadata !== undefined){
let data1 = data.metadata;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.cwd !== undefined){
let data2 = data1.cwd;
if(typeof data2 === "string"){
if(data2.length < 1){
const err2 = {instancePath:instancePath+"/metadata/cwd",schemaPath:"#/properties/metadata/properties/cwd/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/metadata/cwd",schemaPath:"#/properties/metadata/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.title !== undefined){
let data3 = data.title;
if(typeof data3 === "string"){
if(data3.length > 200){
const err5 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data3.length < 1){
const err6 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern23.test(data3)){
const err7 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.agent_config !== undefined){
if(!(validate239(data.agent_config, {instancePath:instancePath+"/agent_config",parentData:data,parentDataProperty:"agent_config",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate239.errors : vErrors.concat(validate239.errors);
errors = vErrors.length;
}
}
if(data.permission_rules !== undefined){
let data5 = data.permission_rules;
if(Array.isArray(data5)){
const len0 = data5.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(!(validate243(data5[i0], {instancePath:instancePath+"/permission_rules/" + i0,parentData:data5,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate243.errors : vErrors.concat(validate243.errors);
errors = vErrors.length;
}
}
}
else {
const err9 = {instancePath:instancePath+"/permission_rules",schemaPath:"#/properties/permission_rules/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.launch !== undefined){
if(!(validate245(data.launch, {instancePath:instancePath+"/launch",parentData:data,parentDataProperty:"launch",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate245.errors : vErrors.concat(validate245.errors);
errors = vErrors.length;
}
}
if(data.mcp_servers !== undefined){
let data8 = data.mcp_servers;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
const before_key0=errors;
for(const key0 in data8){
if(errors-before_key0>=50) break;
let data9 = data8[key0];
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
}
else {
const err10 = {instancePath:instancePath+"/mcp_servers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mcp_servers/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/mcp_servers",schemaPath:"#/properties/mcp_servers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate238.errors = vErrors;
return errors === 0;
}
validate238.evaluated = {"props":{"workspace_id":true,"metadata":true,"title":true,"agent_config":true,"permission_rules":true,"launch":true,"mcp_servers":true},"dynamicProps":false,"dynamicItems":false};

const v2_14 = validate247;
const schema201 = {"type":"object","properties":{"cwd":{"type":"string"},"shell":{"type":"string","minLength":1},"cols":{"type":"integer","minimum":1,"maximum":1000,"default":80},"rows":{"type":"integer","minimum":1,"maximum":1000,"default":24},"runtime_id":{"type":"string","default":"local"}},"$id":"v2_14"};

function validate247(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_14" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate247.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.cols === undefined){
data.cols = 80;
}
if(data.rows === undefined){
data.rows = 24;
}
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(data.cwd !== undefined){
if(typeof data.cwd !== "string"){
const err0 = {instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.shell !== undefined){
let data1 = data.shell;
if(typeof data1 === "string"){
if(data1.length < 1){
const err1 = {instancePath:instancePath+"/shell",schemaPath:"#/properties/shell/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/shell",schemaPath:"#/properties/shell/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
let data2 = data.cols;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err3 = {instancePath:instancePath+"/cols",schemaPath:"#/properties/cols/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 1000 || isNaN(data2)){
const err4 = {instancePath:instancePath+"/cols",schemaPath:"#/properties/cols/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err5 = {instancePath:instancePath+"/cols",schemaPath:"#/properties/cols/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
let data3 = data.rows;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err6 = {instancePath:instancePath+"/rows",schemaPath:"#/properties/rows/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 1000 || isNaN(data3)){
const err7 = {instancePath:instancePath+"/rows",schemaPath:"#/properties/rows/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/rows",schemaPath:"#/properties/rows/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(typeof data.runtime_id !== "string"){
const err9 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate247.errors = vErrors;
return errors === 0;
}
validate247.evaluated = {"props":{"cwd":true,"shell":true,"cols":true,"rows":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_15 = validate248;
const schema202 = {"type":"object","properties":{"path":{"type":"string"},"runtime_id":{"type":"string","default":"local"}},"required":["path"],"$id":"v2_15"};

function validate248(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_15" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate248.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(data.path === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err1 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(typeof data.runtime_id !== "string"){
const err2 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate248.errors = vErrors;
return errors === 0;
}
validate248.evaluated = {"props":{"path":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_16 = validate249;
const schema203 = {"type":"object","properties":{"content":{"type":"array","items":{"$ref":"PromptContentPart.json"},"minItems":1},"position":{"type":"integer","minimum":0}},"$id":"v2_16"};

function validate249(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_16" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate249.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.content !== undefined){
let data0 = data.content;
if(Array.isArray(data0)){
if(data0.length < 1){
const err0 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(!(validate211(data0[i0], {instancePath:instancePath+"/content/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate211.errors : vErrors.concat(validate211.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.position !== undefined){
let data2 = data.position;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err2 = {instancePath:instancePath+"/position",schemaPath:"#/properties/position/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 0 || isNaN(data2)){
const err3 = {instancePath:instancePath+"/position",schemaPath:"#/properties/position/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate249.errors = vErrors;
return errors === 0;
}
validate249.evaluated = {"props":{"content":true,"position":true},"dynamicProps":false,"dynamicItems":false};

const v2_17 = validate251;
const schema204 = {"type":"object","properties":{"tool":{"type":"string","minLength":1,"maxLength":256},"input":{"type":"object","additionalProperties":true},"session_id":{"type":"string","minLength":1},"cwd":{"type":"string","minLength":1},"permission_mode":{"$ref":"PermissionMode.json"},"plan_mode":{"type":"boolean"},"rules":{"type":"array","maxItems":1000,"items":{"type":"object","properties":{"decision":{"type":"string","enum":["allow","ask","deny"]},"pattern":{"type":"string","minLength":1,"maxLength":4096}},"required":["decision","pattern"]}}},"required":["tool","input"],"$id":"v2_17"};

function validate251(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_17" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate251.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.tool === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "tool"},message:"must have required property '"+"tool"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.input === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "input"},message:"must have required property '"+"input"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.tool !== undefined){
let data0 = data.tool;
if(typeof data0 === "string"){
if(data0.length > 256){
const err2 = {instancePath:instancePath+"/tool",schemaPath:"#/properties/tool/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0.length < 1){
const err3 = {instancePath:instancePath+"/tool",schemaPath:"#/properties/tool/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/tool",schemaPath:"#/properties/tool/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.input !== undefined){
let data1 = data.input;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
}
else {
const err5 = {instancePath:instancePath+"/input",schemaPath:"#/properties/input/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.session_id !== undefined){
let data2 = data.session_id;
if(typeof data2 === "string"){
if(data2.length < 1){
const err6 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.cwd !== undefined){
let data3 = data.cwd;
if(typeof data3 === "string"){
if(data3.length < 1){
const err8 = {instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.permission_mode !== undefined){
if(!(validate240(data.permission_mode, {instancePath:instancePath+"/permission_mode",parentData:data,parentDataProperty:"permission_mode",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate240.errors : vErrors.concat(validate240.errors);
errors = vErrors.length;
}
}
if(data.plan_mode !== undefined){
if(typeof data.plan_mode !== "boolean"){
const err10 = {instancePath:instancePath+"/plan_mode",schemaPath:"#/properties/plan_mode/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.rules !== undefined){
let data6 = data.rules;
if(Array.isArray(data6)){
if(data6.length > 1000){
const err11 = {instancePath:instancePath+"/rules",schemaPath:"#/properties/rules/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
const len0 = data6.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data7 = data6[i0];
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.decision === undefined){
const err12 = {instancePath:instancePath+"/rules/" + i0,schemaPath:"#/properties/rules/items/required",keyword:"required",params:{missingProperty: "decision"},message:"must have required property '"+"decision"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data7.pattern === undefined){
const err13 = {instancePath:instancePath+"/rules/" + i0,schemaPath:"#/properties/rules/items/required",keyword:"required",params:{missingProperty: "pattern"},message:"must have required property '"+"pattern"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data7.decision !== undefined){
let data8 = data7.decision;
if(typeof data8 !== "string"){
const err14 = {instancePath:instancePath+"/rules/" + i0+"/decision",schemaPath:"#/properties/rules/items/properties/decision/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!(((data8 === "allow") || (data8 === "ask")) || (data8 === "deny"))){
const err15 = {instancePath:instancePath+"/rules/" + i0+"/decision",schemaPath:"#/properties/rules/items/properties/decision/enum",keyword:"enum",params:{allowedValues: schema204.properties.rules.items.properties.decision.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data7.pattern !== undefined){
let data9 = data7.pattern;
if(typeof data9 === "string"){
if(data9.length > 4096){
const err16 = {instancePath:instancePath+"/rules/" + i0+"/pattern",schemaPath:"#/properties/rules/items/properties/pattern/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data9.length < 1){
const err17 = {instancePath:instancePath+"/rules/" + i0+"/pattern",schemaPath:"#/properties/rules/items/properties/pattern/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/rules/" + i0+"/pattern",schemaPath:"#/properties/rules/items/properties/pattern/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/rules/" + i0,schemaPath:"#/properties/rules/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/rules",schemaPath:"#/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate251.errors = vErrors;
return errors === 0;
}
validate251.evaluated = {"props":{"tool":true,"input":true,"session_id":true,"cwd":true,"permission_mode":true,"plan_mode":true,"rules":true},"dynamicProps":false,"dynamicItems":false};

const v2_18 = validate253;
const schema205 = {"type":"object","properties":{"web_log":{"type":"string","maxLength":262144},"desktop":{"type":"boolean","default":false}},"additionalProperties":false,"$id":"v2_18"};

function validate253(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_18" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate253.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.desktop === undefined){
data.desktop = false;
}
const before_key0=errors;
for(const key0 in data){
if(errors-before_key0>=50) break;
if(!((key0 === "web_log") || (key0 === "desktop"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.web_log !== undefined){
let data0 = data.web_log;
if(typeof data0 === "string"){
if(data0.length > 262144){
const err1 = {instancePath:instancePath+"/web_log",schemaPath:"#/properties/web_log/maxLength",keyword:"maxLength",params:{limit: 262144},message:"must NOT have more than 262144 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/web_log",schemaPath:"#/properties/web_log/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(typeof data.desktop !== "boolean"){
const err3 = {instancePath:instancePath+"/desktop",schemaPath:"#/properties/desktop/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate253.errors = vErrors;
return errors === 0;
}
validate253.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const v2_19 = validate254;
const schema206 = {"type":"object","properties":{"title":{"type":"string","minLength":1,"maxLength":200,"pattern":"\\S"},"metadata":{"type":"object","additionalProperties":true},"message_id":{"type":"string"},"turn_id":{"type":"integer","minimum":1}},"$id":"v2_19"};

function validate254(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_19" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate254.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.title !== undefined){
let data0 = data.title;
if(typeof data0 === "string"){
if(data0.length > 200){
const err0 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern23.test(data0)){
const err2 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.metadata !== undefined){
let data1 = data.metadata;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
}
else {
const err4 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.message_id !== undefined){
if(typeof data.message_id !== "string"){
const err5 = {instancePath:instancePath+"/message_id",schemaPath:"#/properties/message_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.turn_id !== undefined){
let data3 = data.turn_id;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err6 = {instancePath:instancePath+"/turn_id",schemaPath:"#/properties/turn_id/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 1 || isNaN(data3)){
const err7 = {instancePath:instancePath+"/turn_id",schemaPath:"#/properties/turn_id/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate254.errors = vErrors;
return errors === 0;
}
validate254.evaluated = {"props":{"title":true,"metadata":true,"message_id":true,"turn_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_20 = validate255;
const schema207 = {"type":"object","properties":{"force":{"type":"boolean","default":false},"source":{"type":"string","enum":["user_prompts","first_turn","digest"],"default":"user_prompts"}},"$id":"v2_20"};

function validate255(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_20" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate255.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.force === undefined){
data.force = false;
}
if(data.source === undefined){
data.source = "user_prompts";
}
if(typeof data.force !== "boolean"){
const err0 = {instancePath:instancePath+"/force",schemaPath:"#/properties/force/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
let data1 = data.source;
if(typeof data1 !== "string"){
const err1 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!(((data1 === "user_prompts") || (data1 === "first_turn")) || (data1 === "digest"))){
const err2 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/enum",keyword:"enum",params:{allowedValues: schema207.properties.source.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate255.errors = vErrors;
return errors === 0;
}
validate255.evaluated = {"props":{"force":true,"source":true},"dynamicProps":false,"dynamicItems":false};

const v2_21 = validate256;
const schema208 = {"type":"object","properties":{"paths":{"type":"array","items":{"type":"string"},"maxItems":1000},"runtime_id":{"type":"string","default":"local"}},"$id":"v2_21"};

function validate256(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_21" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate256.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(data.paths !== undefined){
let data0 = data.paths;
if(Array.isArray(data0)){
if(data0.length > 1000){
const err0 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data0[i0] !== "string"){
const err1 = {instancePath:instancePath+"/paths/" + i0,schemaPath:"#/properties/paths/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(typeof data.runtime_id !== "string"){
const err3 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate256.errors = vErrors;
return errors === 0;
}
validate256.evaluated = {"props":{"paths":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_22 = validate257;
const schema209 = {"type":"object","properties":{"pattern":{"type":"string","minLength":1,"maxLength":10000},"regex":{"type":"boolean","default":false},"case_sensitive":{"type":"boolean","default":true},"include_globs":{"type":"array","items":{"type":"string","minLength":1,"maxLength":500},"maxItems":50},"exclude_globs":{"type":"array","items":{"type":"string","minLength":1,"maxLength":500},"maxItems":50},"follow_gitignore":{"type":"boolean","default":true},"max_files":{"type":"integer","minimum":1,"maximum":10000,"default":200},"max_matches_per_file":{"type":"integer","minimum":1,"maximum":10000,"default":50},"max_total_matches":{"type":"integer","minimum":1,"maximum":100000,"default":5000},"context_lines":{"type":"integer","minimum":0,"maximum":10,"default":2},"runtime_id":{"type":"string","default":"local"}},"required":["pattern"],"$id":"v2_22"};

function validate257(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_22" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate257.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.regex === undefined){
data.regex = false;
}
if(data.case_sensitive === undefined){
data.case_sensitive = true;
}
if(data.follow_gitignore === undefined){
data.follow_gitignore = true;
}
if(data.max_files === undefined){
data.max_files = 200;
}
if(data.max_matches_per_file === undefined){
data.max_matches_per_file = 50;
}
if(data.max_total_matches === undefined){
data.max_total_matches = 5000;
}
if(data.context_lines === undefined){
data.context_lines = 2;
}
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(data.pattern === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "pattern"},message:"must have required property '"+"pattern"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.pattern !== undefined){
let data0 = data.pattern;
if(typeof data0 === "string"){
if(data0.length > 10000){
const err1 = {instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/maxLength",keyword:"maxLength",params:{limit: 10000},message:"must NOT have more than 10000 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(typeof data.regex !== "boolean"){
const err4 = {instancePath:instancePath+"/regex",schemaPath:"#/properties/regex/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(typeof data.case_sensitive !== "boolean"){
const err5 = {instancePath:instancePath+"/case_sensitive",schemaPath:"#/properties/case_sensitive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.include_globs !== undefined){
let data3 = data.include_globs;
if(Array.isArray(data3)){
if(data3.length > 50){
const err6 = {instancePath:instancePath+"/include_globs",schemaPath:"#/properties/include_globs/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const len0 = data3.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(data4.length > 500){
const err7 = {instancePath:instancePath+"/include_globs/" + i0,schemaPath:"#/properties/include_globs/items/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data4.length < 1){
const err8 = {instancePath:instancePath+"/include_globs/" + i0,schemaPath:"#/properties/include_globs/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/include_globs/" + i0,schemaPath:"#/properties/include_globs/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/include_globs",schemaPath:"#/properties/include_globs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.exclude_globs !== undefined){
let data5 = data.exclude_globs;
if(Array.isArray(data5)){
if(data5.length > 50){
const err11 = {instancePath:instancePath+"/exclude_globs",schemaPath:"#/properties/exclude_globs/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
const len1 = data5.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
let data6 = data5[i1];
if(typeof data6 === "string"){
if(data6.length > 500){
const err12 = {instancePath:instancePath+"/exclude_globs/" + i1,schemaPath:"#/properties/exclude_globs/items/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data6.length < 1){
const err13 = {instancePath:instancePath+"/exclude_globs/" + i1,schemaPath:"#/properties/exclude_globs/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/exclude_globs/" + i1,schemaPath:"#/properties/exclude_globs/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/exclude_globs",schemaPath:"#/properties/exclude_globs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(typeof data.follow_gitignore !== "boolean"){
const err16 = {instancePath:instancePath+"/follow_gitignore",schemaPath:"#/properties/follow_gitignore/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
let data8 = data.max_files;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err17 = {instancePath:instancePath+"/max_files",schemaPath:"#/properties/max_files/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 10000 || isNaN(data8)){
const err18 = {instancePath:instancePath+"/max_files",schemaPath:"#/properties/max_files/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},message:"must be <= 10000"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data8 < 1 || isNaN(data8)){
const err19 = {instancePath:instancePath+"/max_files",schemaPath:"#/properties/max_files/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
let data9 = data.max_matches_per_file;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err20 = {instancePath:instancePath+"/max_matches_per_file",schemaPath:"#/properties/max_matches_per_file/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 10000 || isNaN(data9)){
const err21 = {instancePath:instancePath+"/max_matches_per_file",schemaPath:"#/properties/max_matches_per_file/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},message:"must be <= 10000"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err22 = {instancePath:instancePath+"/max_matches_per_file",schemaPath:"#/properties/max_matches_per_file/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
let data10 = data.max_total_matches;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err23 = {instancePath:instancePath+"/max_total_matches",schemaPath:"#/properties/max_total_matches/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 100000 || isNaN(data10)){
const err24 = {instancePath:instancePath+"/max_total_matches",schemaPath:"#/properties/max_total_matches/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100000},message:"must be <= 100000"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data10 < 1 || isNaN(data10)){
const err25 = {instancePath:instancePath+"/max_total_matches",schemaPath:"#/properties/max_total_matches/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
let data11 = data.context_lines;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err26 = {instancePath:instancePath+"/context_lines",schemaPath:"#/properties/context_lines/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 10 || isNaN(data11)){
const err27 = {instancePath:instancePath+"/context_lines",schemaPath:"#/properties/context_lines/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},message:"must be <= 10"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data11 < 0 || isNaN(data11)){
const err28 = {instancePath:instancePath+"/context_lines",schemaPath:"#/properties/context_lines/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(typeof data.runtime_id !== "string"){
const err29 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
validate257.errors = vErrors;
return errors === 0;
}
validate257.evaluated = {"props":{"pattern":true,"regex":true,"case_sensitive":true,"include_globs":true,"exclude_globs":true,"follow_gitignore":true,"max_files":true,"max_matches_per_file":true,"max_total_matches":true,"context_lines":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_23 = validate258;
const schema210 = {"type":"object","properties":{"catalog_id":{"type":"string","minLength":1},"id":{"type":"string","minLength":1},"api_key":{"type":"string"},"base_url":{"type":"string"}},"required":["catalog_id"],"$id":"v2_23"};

function validate258(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_23" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate258.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.catalog_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "catalog_id"},message:"must have required property '"+"catalog_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.catalog_id !== undefined){
let data0 = data.catalog_id;
if(typeof data0 === "string"){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/catalog_id",schemaPath:"#/properties/catalog_id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/catalog_id",schemaPath:"#/properties/catalog_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(data1.length < 1){
const err3 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.api_key !== undefined){
if(typeof data.api_key !== "string"){
const err5 = {instancePath:instancePath+"/api_key",schemaPath:"#/properties/api_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.base_url !== undefined){
if(typeof data.base_url !== "string"){
const err6 = {instancePath:instancePath+"/base_url",schemaPath:"#/properties/base_url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate258.errors = vErrors;
return errors === 0;
}
validate258.evaluated = {"props":{"catalog_id":true,"id":true,"api_key":true,"base_url":true},"dynamicProps":false,"dynamicItems":false};

const v2_24 = validate259;
const schema211 = {"type":"object","properties":{"url":{"type":"string","minLength":1},"api_key":{"type":"string"}},"required":["url"],"$id":"v2_24"};

function validate259(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_24" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate259.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.url === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.url !== undefined){
let data0 = data.url;
if(typeof data0 === "string"){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.api_key !== undefined){
if(typeof data.api_key !== "string"){
const err3 = {instancePath:instancePath+"/api_key",schemaPath:"#/properties/api_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate259.errors = vErrors;
return errors === 0;
}
validate259.evaluated = {"props":{"url":true,"api_key":true},"dynamicProps":false,"dynamicItems":false};

const v2_25 = validate260;
const schema212 = {"type":"object","properties":{"targets":{"type":"array","items":{"$ref":"McpLocator.json"}},"cwd":{"type":"string"}},"$id":"v2_25"};

function validate260(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_25" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate260.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.targets !== undefined){
let data0 = data.targets;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(!(validate223(data0[i0], {instancePath:instancePath+"/targets/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate223.errors : vErrors.concat(validate223.errors);
errors = vErrors.length;
}
}
}
else {
const err0 = {instancePath:instancePath+"/targets",schemaPath:"#/properties/targets/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.cwd !== undefined){
if(typeof data.cwd !== "string"){
const err1 = {instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate260.errors = vErrors;
return errors === 0;
}
validate260.evaluated = {"props":{"targets":true,"cwd":true},"dynamicProps":false,"dynamicItems":false};

const v2_26 = validate262;
const schema213 = {"type":"object","properties":{"path":{"type":"string","default":"."},"depth":{"type":"integer","minimum":1,"maximum":10,"default":1},"limit":{"type":"integer","minimum":1,"maximum":1000,"default":200},"show_hidden":{"type":"boolean","default":false},"follow_gitignore":{"type":"boolean","default":true},"exclude_globs":{"type":"array","items":{"type":"string","minLength":1,"maxLength":500},"maxItems":50},"sort":{"type":"string","enum":["type_first","name_asc","name_desc","mtime_desc","size_desc"],"default":"type_first"},"include_git_status":{"type":"boolean","default":false},"runtime_id":{"type":"string","default":"local"}},"$id":"v2_26"};

function validate262(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_26" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate262.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.path === undefined){
data.path = ".";
}
if(data.depth === undefined){
data.depth = 1;
}
if(data.limit === undefined){
data.limit = 200;
}
if(data.show_hidden === undefined){
data.show_hidden = false;
}
if(data.follow_gitignore === undefined){
data.follow_gitignore = true;
}
if(data.sort === undefined){
data.sort = "type_first";
}
if(data.include_git_status === undefined){
data.include_git_status = false;
}
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(typeof data.path !== "string"){
const err0 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
let data1 = data.depth;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err1 = {instancePath:instancePath+"/depth",schemaPath:"#/properties/depth/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 10 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/depth",schemaPath:"#/properties/depth/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},message:"must be <= 10"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/depth",schemaPath:"#/properties/depth/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
let data2 = data.limit;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err4 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 1000 || isNaN(data2)){
const err5 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(typeof data.show_hidden !== "boolean"){
const err7 = {instancePath:instancePath+"/show_hidden",schemaPath:"#/properties/show_hidden/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(typeof data.follow_gitignore !== "boolean"){
const err8 = {instancePath:instancePath+"/follow_gitignore",schemaPath:"#/properties/follow_gitignore/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.exclude_globs !== undefined){
let data5 = data.exclude_globs;
if(Array.isArray(data5)){
if(data5.length > 50){
const err9 = {instancePath:instancePath+"/exclude_globs",schemaPath:"#/properties/exclude_globs/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len0 = data5.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data6 = data5[i0];
if(typeof data6 === "string"){
if(data6.length > 500){
const err10 = {instancePath:instancePath+"/exclude_globs/" + i0,schemaPath:"#/properties/exclude_globs/items/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data6.length < 1){
const err11 = {instancePath:instancePath+"/exclude_globs/" + i0,schemaPath:"#/properties/exclude_globs/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/exclude_globs/" + i0,schemaPath:"#/properties/exclude_globs/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/exclude_globs",schemaPath:"#/properties/exclude_globs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
let data7 = data.sort;
if(typeof data7 !== "string"){
const err14 = {instancePath:instancePath+"/sort",schemaPath:"#/properties/sort/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(!(((((data7 === "type_first") || (data7 === "name_asc")) || (data7 === "name_desc")) || (data7 === "mtime_desc")) || (data7 === "size_desc"))){
const err15 = {instancePath:instancePath+"/sort",schemaPath:"#/properties/sort/enum",keyword:"enum",params:{allowedValues: schema213.properties.sort.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(typeof data.include_git_status !== "boolean"){
const err16 = {instancePath:instancePath+"/include_git_status",schemaPath:"#/properties/include_git_status/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(typeof data.runtime_id !== "string"){
const err17 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate262.errors = vErrors;
return errors === 0;
}
validate262.evaluated = {"props":{"path":true,"depth":true,"limit":true,"show_hidden":true,"follow_gitignore":true,"exclude_globs":true,"sort":true,"include_git_status":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_27 = validate263;
const schema214 = {"type":"object","properties":{"paths":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":100},"depth":{"type":"integer","minimum":1,"maximum":10,"default":1},"limit":{"type":"integer","minimum":1,"maximum":1000,"default":200},"show_hidden":{"type":"boolean","default":false},"follow_gitignore":{"type":"boolean","default":true},"exclude_globs":{"type":"array","items":{"type":"string","minLength":1,"maxLength":500},"maxItems":50},"sort":{"type":"string","enum":["type_first","name_asc","name_desc","mtime_desc","size_desc"],"default":"type_first"},"include_git_status":{"type":"boolean","default":false},"runtime_id":{"type":"string","default":"local"}},"required":["paths"],"$id":"v2_27"};

function validate263(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_27" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate263.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.depth === undefined){
data.depth = 1;
}
if(data.limit === undefined){
data.limit = 200;
}
if(data.show_hidden === undefined){
data.show_hidden = false;
}
if(data.follow_gitignore === undefined){
data.follow_gitignore = true;
}
if(data.sort === undefined){
data.sort = "type_first";
}
if(data.include_git_status === undefined){
data.include_git_status = false;
}
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(data.paths === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "paths"},message:"must have required property '"+"paths"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.paths !== undefined){
let data0 = data.paths;
if(Array.isArray(data0)){
if(data0.length > 100){
const err1 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data0[i0] !== "string"){
const err3 = {instancePath:instancePath+"/paths/" + i0,schemaPath:"#/properties/paths/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
let data2 = data.depth;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err5 = {instancePath:instancePath+"/depth",schemaPath:"#/properties/depth/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 10 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/depth",schemaPath:"#/properties/depth/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},message:"must be <= 10"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/depth",schemaPath:"#/properties/depth/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
let data3 = data.limit;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err8 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 1000 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err10 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(typeof data.show_hidden !== "boolean"){
const err11 = {instancePath:instancePath+"/show_hidden",schemaPath:"#/properties/show_hidden/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(typeof data.follow_gitignore !== "boolean"){
const err12 = {instancePath:instancePath+"/follow_gitignore",schemaPath:"#/properties/follow_gitignore/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.exclude_globs !== undefined){
let data6 = data.exclude_globs;
if(Array.isArray(data6)){
if(data6.length > 50){
const err13 = {instancePath:instancePath+"/exclude_globs",schemaPath:"#/properties/exclude_globs/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
const len1 = data6.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
let data7 = data6[i1];
if(typeof data7 === "string"){
if(data7.length > 500){
const err14 = {instancePath:instancePath+"/exclude_globs/" + i1,schemaPath:"#/properties/exclude_globs/items/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data7.length < 1){
const err15 = {instancePath:instancePath+"/exclude_globs/" + i1,schemaPath:"#/properties/exclude_globs/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/exclude_globs/" + i1,schemaPath:"#/properties/exclude_globs/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/exclude_globs",schemaPath:"#/properties/exclude_globs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
let data8 = data.sort;
if(typeof data8 !== "string"){
const err18 = {instancePath:instancePath+"/sort",schemaPath:"#/properties/sort/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!(((((data8 === "type_first") || (data8 === "name_asc")) || (data8 === "name_desc")) || (data8 === "mtime_desc")) || (data8 === "size_desc"))){
const err19 = {instancePath:instancePath+"/sort",schemaPath:"#/properties/sort/enum",keyword:"enum",params:{allowedValues: schema214.properties.sort.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(typeof data.include_git_status !== "boolean"){
const err20 = {instancePath:instancePath+"/include_git_status",schemaPath:"#/properties/include_git_status/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(typeof data.runtime_id !== "string"){
const err21 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
validate263.errors = vErrors;
return errors === 0;
}
validate263.evaluated = {"props":{"paths":true,"depth":true,"limit":true,"show_hidden":true,"follow_gitignore":true,"exclude_globs":true,"sort":true,"include_git_status":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_28 = validate264;
const schema215 = {"type":"object","properties":{"launch":{"$ref":"Launch.json"},"mcp_servers":{"type":"object","additionalProperties":{"type":"object","additionalProperties":true}},"agent_config":{"$ref":"AgentConfigInput.json"}},"$id":"v2_28"};

function validate264(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_28" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate264.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.launch !== undefined){
if(!(validate245(data.launch, {instancePath:instancePath+"/launch",parentData:data,parentDataProperty:"launch",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate245.errors : vErrors.concat(validate245.errors);
errors = vErrors.length;
}
}
if(data.mcp_servers !== undefined){
let data1 = data.mcp_servers;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
const before_key0=errors;
for(const key0 in data1){
if(errors-before_key0>=50) break;
let data2 = data1[key0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
}
else {
const err0 = {instancePath:instancePath+"/mcp_servers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/mcp_servers/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath:instancePath+"/mcp_servers",schemaPath:"#/properties/mcp_servers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.agent_config !== undefined){
if(!(validate239(data.agent_config, {instancePath:instancePath+"/agent_config",parentData:data,parentDataProperty:"agent_config",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate239.errors : vErrors.concat(validate239.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate264.errors = vErrors;
return errors === 0;
}
validate264.evaluated = {"props":{"launch":true,"mcp_servers":true,"agent_config":true},"dynamicProps":false,"dynamicItems":false};

const v2_29 = validate267;
const schema216 = {"type":"object","properties":{"provider":{"type":"string","enum":["managed:agent-code"],"default":"managed:agent-code"}},"additionalProperties":false,"$id":"v2_29"};

function validate267(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_29" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate267.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.provider === undefined){
data.provider = "managed:agent-code";
}
const before_key0=errors;
for(const key0 in data){
if(errors-before_key0>=50) break;
if(!(key0 === "provider")){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
let data0 = data.provider;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!(data0 === "managed:agent-code")){
const err2 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/enum",keyword:"enum",params:{allowedValues: schema216.properties.provider.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate267.errors = vErrors;
return errors === 0;
}
validate267.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const v2_30 = validate268;
const schema217 = {"type":"object","properties":{"path":{"type":"string"},"recursive":{"type":"boolean","default":false},"runtime_id":{"type":"string","default":"local"}},"required":["path"],"$id":"v2_30"};

function validate268(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_30" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate268.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.recursive === undefined){
data.recursive = false;
}
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(data.path === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err1 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(typeof data.recursive !== "boolean"){
const err2 = {instancePath:instancePath+"/recursive",schemaPath:"#/properties/recursive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(typeof data.runtime_id !== "string"){
const err3 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate268.errors = vErrors;
return errors === 0;
}
validate268.evaluated = {"props":{"path":true,"recursive":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_31 = validate269;
const schema218 = {"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"$id":"v2_31"};

function validate269(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_31" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate269.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.path === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err1 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate269.errors = vErrors;
return errors === 0;
}
validate269.evaluated = {"props":{"path":true},"dynamicProps":false,"dynamicItems":false};

const v2_32 = validate270;
const schema219 = {"type":"object","properties":{"path":{"type":"string"},"line":{"type":"integer","minimum":1,"maximum":2147483647},"runtime_id":{"type":"string","default":"local"}},"required":["path"],"$id":"v2_32"};

function validate270(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_32" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate270.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(data.path === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err1 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.line !== undefined){
let data1 = data.line;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/line",schemaPath:"#/properties/line/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/line",schemaPath:"#/properties/line/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},message:"must be <= 2147483647"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/line",schemaPath:"#/properties/line/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(typeof data.runtime_id !== "string"){
const err5 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate270.errors = vErrors;
return errors === 0;
}
validate270.evaluated = {"props":{"path":true,"line":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_33 = validate271;
const schema220 = {"type":"object","properties":{"app_id":{"type":"string","enum":["finder","cursor","vscode","iterm","terminal"]},"path":{"type":"string"},"line":{"type":"integer","minimum":1,"maximum":2147483647},"runtime_id":{"type":"string","default":"local"}},"required":["app_id","path"],"$id":"v2_33"};

function validate271(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_33" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate271.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(data.app_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "app_id"},message:"must have required property '"+"app_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.path === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.app_id !== undefined){
let data0 = data.app_id;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/app_id",schemaPath:"#/properties/app_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(((((data0 === "finder") || (data0 === "cursor")) || (data0 === "vscode")) || (data0 === "iterm")) || (data0 === "terminal"))){
const err3 = {instancePath:instancePath+"/app_id",schemaPath:"#/properties/app_id/enum",keyword:"enum",params:{allowedValues: schema220.properties.app_id.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err4 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.line !== undefined){
let data2 = data.line;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err5 = {instancePath:instancePath+"/line",schemaPath:"#/properties/line/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 2147483647 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/line",schemaPath:"#/properties/line/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},message:"must be <= 2147483647"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/line",schemaPath:"#/properties/line/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(typeof data.runtime_id !== "string"){
const err8 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate271.errors = vErrors;
return errors === 0;
}
validate271.evaluated = {"props":{"app_id":true,"path":true,"line":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_34 = validate272;
const schema221 = {"type":"object","properties":{"path":{"type":"string"},"offset":{"type":"integer","minimum":0,"maximum":9007199254740991,"default":0},"length":{"type":"integer","minimum":1,"maximum":10485760,"default":1048576},"encoding":{"type":"string","enum":["auto","utf-8","base64"],"default":"auto"},"runtime_id":{"type":"string","default":"local"}},"required":["path"],"$id":"v2_34"};

function validate272(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_34" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate272.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.offset === undefined){
data.offset = 0;
}
if(data.length === undefined){
data.length = 1048576;
}
if(data.encoding === undefined){
data.encoding = "auto";
}
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(data.path === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err1 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
let data1 = data.offset;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/offset",schemaPath:"#/properties/offset/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9007199254740991 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/offset",schemaPath:"#/properties/offset/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/offset",schemaPath:"#/properties/offset/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
let data2 = data.length;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err5 = {instancePath:instancePath+"/length",schemaPath:"#/properties/length/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 10485760 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/length",schemaPath:"#/properties/length/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10485760},message:"must be <= 10485760"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/length",schemaPath:"#/properties/length/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
let data3 = data.encoding;
if(typeof data3 !== "string"){
const err8 = {instancePath:instancePath+"/encoding",schemaPath:"#/properties/encoding/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!(((data3 === "auto") || (data3 === "utf-8")) || (data3 === "base64"))){
const err9 = {instancePath:instancePath+"/encoding",schemaPath:"#/properties/encoding/enum",keyword:"enum",params:{allowedValues: schema221.properties.encoding.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(typeof data.runtime_id !== "string"){
const err10 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate272.errors = vErrors;
return errors === 0;
}
validate272.evaluated = {"props":{"path":true,"offset":true,"length":true,"encoding":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_35 = validate273;
const schema222 = {"type":"object","properties":{"page_size":{"type":"integer","minimum":1,"maximum":100,"default":50},"dry_run":{"type":"boolean","default":false},"force":{"type":"boolean","default":false}},"$id":"v2_35"};

function validate273(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_35" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate273.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.page_size === undefined){
data.page_size = 50;
}
if(data.dry_run === undefined){
data.dry_run = false;
}
if(data.force === undefined){
data.force = false;
}
let data0 = data.page_size;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 100 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(typeof data.dry_run !== "boolean"){
const err3 = {instancePath:instancePath+"/dry_run",schemaPath:"#/properties/dry_run/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(typeof data.force !== "boolean"){
const err4 = {instancePath:instancePath+"/force",schemaPath:"#/properties/force/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate273.errors = vErrors;
return errors === 0;
}
validate273.evaluated = {"props":{"page_size":true,"dry_run":true,"force":true},"dynamicProps":false,"dynamicItems":false};

const v2_36 = validate274;
const schema223 = {"type":"object","properties":{"root":{"type":"string","minLength":1},"name":{"type":"string","minLength":1,"maxLength":100}},"required":["root"],"$id":"v2_36"};

function validate274(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_36" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate274.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.root === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "root"},message:"must have required property '"+"root"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.root !== undefined){
let data0 = data.root;
if(typeof data0 === "string"){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/root",schemaPath:"#/properties/root/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/root",schemaPath:"#/properties/root/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.name !== undefined){
let data1 = data.name;
if(typeof data1 === "string"){
if(data1.length > 100){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate274.errors = vErrors;
return errors === 0;
}
validate274.evaluated = {"props":{"root":true,"name":true},"dynamicProps":false,"dynamicItems":false};

const v2_37 = validate275;
const schema224 = {"type":"object","properties":{"key":{"type":"string","minLength":1,"maxLength":256}},"required":["key"],"$id":"v2_37"};

function validate275(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_37" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate275.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.key === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.key !== undefined){
let data0 = data.key;
if(typeof data0 === "string"){
if(data0.length > 256){
const err1 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate275.errors = vErrors;
return errors === 0;
}
validate275.evaluated = {"props":{"key":true},"dynamicProps":false,"dynamicItems":false};

const v2_38 = validate276;
const schema225 = {"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":100}},"required":["name"],"$id":"v2_38"};

function validate276(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_38" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate276.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(data0.length > 100){
const err1 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate276.errors = vErrors;
return errors === 0;
}
validate276.evaluated = {"props":{"name":true},"dynamicProps":false,"dynamicItems":false};

const v2_39 = validate277;
const schema226 = {"type":"object","properties":{"paths":{"type":"array","items":{"type":"string","minLength":1},"maxItems":1000}},"required":["paths"],"$id":"v2_39"};

function validate277(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_39" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate277.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.paths === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "paths"},message:"must have required property '"+"paths"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.paths !== undefined){
let data0 = data.paths;
if(Array.isArray(data0)){
if(data0.length > 1000){
const err1 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data1 = data0[i0];
if(typeof data1 === "string"){
if(data1.length < 1){
const err2 = {instancePath:instancePath+"/paths/" + i0,schemaPath:"#/properties/paths/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/paths/" + i0,schemaPath:"#/properties/paths/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate277.errors = vErrors;
return errors === 0;
}
validate277.evaluated = {"props":{"paths":true},"dynamicProps":false,"dynamicItems":false};

const v2_40 = validate278;
const schema227 = {"$ref":"McpServerConfig.json","$id":"v2_40"};
const schema228 = {"title":"McpServerConfig","description":"How an MCP server is started or reached, distinguished by `transport`.","oneOf":[{"$ref":"McpStdioConfig.json"},{"$ref":"McpRemoteConfig.json"}],"type":"object","discriminator":{"propertyName":"transport"},"$id":"McpServerConfig.json"};
const schema229 = {"title":"McpStdioConfig","description":"A program of this machine that speaks the protocol over its standard input and output.","type":"object","properties":{"transport":{"type":"string","const":"stdio"},"command":{"type":"string","minLength":1,"description":"program; without a slash it is looked for in `PATH`"},"args":{"type":"array","items":{"type":"string"},"description":"as they are, without a shell"},"env":{"type":"object","additionalProperties":{"type":"string"},"description":"added to a small base set; `${VAR}` in values is taken from the environment of the server"},"cwd":{"type":"string","minLength":1,"description":"absolute; absent: the working directory of the session"},"shared":{"type":"boolean","description":"absent: true, sessions with the same environment and directory share its process; false: one process for each session, for servers that keep state per client"},"runtime_id":{"type":"string","enum":["local"]},"enabled":{"type":"boolean","description":"absent: true"},"startupTimeoutMs":{"type":"integer","minimum":1,"maximum":2147483647,"description":"absent: `[mcp]` of the configuration, else 30,000"},"toolTimeoutMs":{"type":"integer","minimum":1,"maximum":2147483647,"description":"absent: `[mcp]` of the configuration, else 60,000"},"enabledTools":{"type":"array","items":{"type":"string"},"description":"names as the server gives them, `*` allowed; absent: all"},"disabledTools":{"type":"array","items":{"type":"string"},"description":"as `enabledTools`; a tool in both lists is off"}},"required":["transport","command"],"$id":"McpStdioConfig.json"};

function validate280(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="McpStdioConfig.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate280.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.transport === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "transport"},message:"must have required property '"+"transport"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.command === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "command"},message:"must have required property '"+"command"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.transport !== undefined){
let data0 = data.transport;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/transport",schemaPath:"#/properties/transport/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if("stdio" !== data0){
const err3 = {instancePath:instancePath+"/transport",schemaPath:"#/properties/transport/const",keyword:"const",params:{allowedValue: "stdio"},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.command !== undefined){
let data1 = data.command;
if(typeof data1 === "string"){
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.args !== undefined){
let data2 = data.args;
if(Array.isArray(data2)){
const len0 = data2.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data2[i0] !== "string"){
const err6 = {instancePath:instancePath+"/args/" + i0,schemaPath:"#/properties/args/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/args",schemaPath:"#/properties/args/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.env !== undefined){
let data4 = data.env;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
const before_key0=errors;
for(const key0 in data4){
if(errors-before_key0>=50) break;
if(typeof data4[key0] !== "string"){
const err8 = {instancePath:instancePath+"/env/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/env/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.cwd !== undefined){
let data6 = data.cwd;
if(typeof data6 === "string"){
if(data6.length < 1){
const err10 = {instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.shared !== undefined){
if(typeof data.shared !== "boolean"){
const err12 = {instancePath:instancePath+"/shared",schemaPath:"#/properties/shared/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.runtime_id !== undefined){
let data8 = data.runtime_id;
if(typeof data8 !== "string"){
const err13 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!(data8 === "local")){
const err14 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/enum",keyword:"enum",params:{allowedValues: schema229.properties.runtime_id.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.enabled !== undefined){
if(typeof data.enabled !== "boolean"){
const err15 = {instancePath:instancePath+"/enabled",schemaPath:"#/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.startupTimeoutMs !== undefined){
let data10 = data.startupTimeoutMs;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err16 = {instancePath:instancePath+"/startupTimeoutMs",schemaPath:"#/properties/startupTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 2147483647 || isNaN(data10)){
const err17 = {instancePath:instancePath+"/startupTimeoutMs",schemaPath:"#/properties/startupTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},message:"must be <= 2147483647"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data10 < 1 || isNaN(data10)){
const err18 = {instancePath:instancePath+"/startupTimeoutMs",schemaPath:"#/properties/startupTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
if(data.toolTimeoutMs !== undefined){
let data11 = data.toolTimeoutMs;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err19 = {instancePath:instancePath+"/toolTimeoutMs",schemaPath:"#/properties/toolTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 2147483647 || isNaN(data11)){
const err20 = {instancePath:instancePath+"/toolTimeoutMs",schemaPath:"#/properties/toolTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},message:"must be <= 2147483647"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data11 < 1 || isNaN(data11)){
const err21 = {instancePath:instancePath+"/toolTimeoutMs",schemaPath:"#/properties/toolTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
if(data.enabledTools !== undefined){
let data12 = data.enabledTools;
if(Array.isArray(data12)){
const len1 = data12.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
if(typeof data12[i1] !== "string"){
const err22 = {instancePath:instancePath+"/enabledTools/" + i1,schemaPath:"#/properties/enabledTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/enabledTools",schemaPath:"#/properties/enabledTools/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.disabledTools !== undefined){
let data14 = data.disabledTools;
if(Array.isArray(data14)){
const len2 = data14.length;
for(let i2=0, before=errors; i2<len2 && errors-before<50; i2++){
if(typeof data14[i2] !== "string"){
const err24 = {instancePath:instancePath+"/disabledTools/" + i2,schemaPath:"#/properties/disabledTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/disabledTools",schemaPath:"#/properties/disabledTools/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
validate280.errors = vErrors;
return errors === 0;
}
validate280.evaluated = {"props":{"transport":true,"command":true,"args":true,"env":true,"cwd":true,"shared":true,"runtime_id":true,"enabled":true,"startupTimeoutMs":true,"toolTimeoutMs":true,"enabledTools":true,"disabledTools":true},"dynamicProps":false,"dynamicItems":false};

const schema230 = {"title":"McpRemoteConfig","description":"An MCP server that is reached over HTTP.","type":"object","properties":{"transport":{"type":"string","enum":["http","sse"]},"url":{"type":"string","minLength":1,"description":"http or https address"},"headers":{"type":"object","additionalProperties":{"type":"string"},"description":"`${VAR}` in values is taken from the environment of the server"},"auth":{"type":"string","enum":["oauth"],"description":"a login is needed in any case; absent: tried when the server asks for one"},"bearerTokenEnvVar":{"type":"string","minLength":1,"description":"name of the variable that holds a token"},"enabled":{"type":"boolean","description":"absent: true"},"startupTimeoutMs":{"type":"integer","minimum":1,"maximum":2147483647,"description":"absent: `[mcp]` of the configuration, else 30,000"},"toolTimeoutMs":{"type":"integer","minimum":1,"maximum":2147483647,"description":"absent: `[mcp]` of the configuration, else 60,000"},"enabledTools":{"type":"array","items":{"type":"string"},"description":"names as the server gives them, `*` allowed; absent: all"},"disabledTools":{"type":"array","items":{"type":"string"},"description":"as `enabledTools`; a tool in both lists is off"}},"required":["transport","url"],"$id":"McpRemoteConfig.json"};

function validate281(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="McpRemoteConfig.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate281.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.transport === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "transport"},message:"must have required property '"+"transport"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.url === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.transport !== undefined){
let data0 = data.transport;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/transport",schemaPath:"#/properties/transport/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!((data0 === "http") || (data0 === "sse"))){
const err3 = {instancePath:instancePath+"/transport",schemaPath:"#/properties/transport/enum",keyword:"enum",params:{allowedValues: schema230.properties.transport.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.url !== undefined){
let data1 = data.url;
if(typeof data1 === "string"){
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.headers !== undefined){
let data2 = data.headers;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
const before_key0=errors;
for(const key0 in data2){
if(errors-before_key0>=50) break;
if(typeof data2[key0] !== "string"){
const err6 = {instancePath:instancePath+"/headers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.auth !== undefined){
let data4 = data.auth;
if(typeof data4 !== "string"){
const err8 = {instancePath:instancePath+"/auth",schemaPath:"#/properties/auth/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!(data4 === "oauth")){
const err9 = {instancePath:instancePath+"/auth",schemaPath:"#/properties/auth/enum",keyword:"enum",params:{allowedValues: schema230.properties.auth.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.bearerTokenEnvVar !== undefined){
let data5 = data.bearerTokenEnvVar;
if(typeof data5 === "string"){
if(data5.length < 1){
const err10 = {instancePath:instancePath+"/bearerTokenEnvVar",schemaPath:"#/properties/bearerTokenEnvVar/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/bearerTokenEnvVar",schemaPath:"#/properties/bearerTokenEnvVar/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.enabled !== undefined){
if(typeof data.enabled !== "boolean"){
const err12 = {instancePath:instancePath+"/enabled",schemaPath:"#/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.startupTimeoutMs !== undefined){
let data7 = data.startupTimeoutMs;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err13 = {instancePath:instancePath+"/startupTimeoutMs",schemaPath:"#/properties/startupTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 2147483647 || isNaN(data7)){
const err14 = {instancePath:instancePath+"/startupTimeoutMs",schemaPath:"#/properties/startupTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},message:"must be <= 2147483647"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data7 < 1 || isNaN(data7)){
const err15 = {instancePath:instancePath+"/startupTimeoutMs",schemaPath:"#/properties/startupTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
if(data.toolTimeoutMs !== undefined){
let data8 = data.toolTimeoutMs;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err16 = {instancePath:instancePath+"/toolTimeoutMs",schemaPath:"#/properties/toolTimeoutMs/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 2147483647 || isNaN(data8)){
const err17 = {instancePath:instancePath+"/toolTimeoutMs",schemaPath:"#/properties/toolTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},message:"must be <= 2147483647"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data8 < 1 || isNaN(data8)){
const err18 = {instancePath:instancePath+"/toolTimeoutMs",schemaPath:"#/properties/toolTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
if(data.enabledTools !== undefined){
let data9 = data.enabledTools;
if(Array.isArray(data9)){
const len0 = data9.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data9[i0] !== "string"){
const err19 = {instancePath:instancePath+"/enabledTools/" + i0,schemaPath:"#/properties/enabledTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/enabledTools",schemaPath:"#/properties/enabledTools/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.disabledTools !== undefined){
let data11 = data.disabledTools;
if(Array.isArray(data11)){
const len1 = data11.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
if(typeof data11[i1] !== "string"){
const err21 = {instancePath:instancePath+"/disabledTools/" + i1,schemaPath:"#/properties/disabledTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/disabledTools",schemaPath:"#/properties/disabledTools/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
validate281.errors = vErrors;
return errors === 0;
}
validate281.evaluated = {"props":{"transport":true,"url":true,"headers":true,"auth":true,"bearerTokenEnvVar":true,"enabled":true,"startupTimeoutMs":true,"toolTimeoutMs":true,"enabledTools":true,"disabledTools":true},"dynamicProps":false,"dynamicItems":false};


function validate279(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="McpServerConfig.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate279.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
const tag0 = data.transport;
if(typeof tag0 == "string"){
if(tag0 === "stdio"){
if(!(validate280(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate280.errors : vErrors.concat(validate280.errors);
errors = vErrors.length;
}
var props0 = {};
props0.transport = true;
props0.command = true;
props0.args = true;
props0.env = true;
props0.cwd = true;
props0.shared = true;
props0.runtime_id = true;
props0.enabled = true;
props0.startupTimeoutMs = true;
props0.toolTimeoutMs = true;
props0.enabledTools = true;
props0.disabledTools = true;
}
else if(tag0 === "http"){
if(!(validate281(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate281.errors : vErrors.concat(validate281.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = props0 || {};
props0.transport = true;
props0.url = true;
props0.headers = true;
props0.auth = true;
props0.bearerTokenEnvVar = true;
props0.enabled = true;
props0.startupTimeoutMs = true;
props0.toolTimeoutMs = true;
props0.enabledTools = true;
props0.disabledTools = true;
}
}
else if(tag0 === "sse"){
if(!(validate281(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate281.errors : vErrors.concat(validate281.errors);
errors = vErrors.length;
}
if(props0 !== true){
props0 = props0 || {};
props0.transport = true;
props0.url = true;
props0.headers = true;
props0.auth = true;
props0.bearerTokenEnvVar = true;
props0.enabled = true;
props0.startupTimeoutMs = true;
props0.toolTimeoutMs = true;
props0.enabledTools = true;
props0.disabledTools = true;
}
}
else {
const err0 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "transport", tagValue: tag0},message:"value of tag \"transport\" must be in oneOf"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/discriminator",keyword:"discriminator",params:{error: "tag", tag: "transport", tagValue: tag0},message:"tag \"transport\" must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate279.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate279.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate278(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_40" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate278.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate279(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate279.errors : vErrors.concat(validate279.errors);
errors = vErrors.length;
}
else {
var props0 = validate279.evaluated.props;
}
validate278.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate278.evaluated = {"dynamicProps":true,"dynamicItems":false};

const v2_41 = validate286;
const schema231 = {"type":"object","properties":{"new_id":{"type":"string"},"type":{"$ref":"ProviderType.json"},"models":{"type":"array","minItems":1,"items":{"$ref":"ProviderModelForm.json"}},"api_key":{"type":["string","null"]},"base_url":{"type":"string"},"default_model":{"type":"string"}},"required":["type","models"],"$id":"v2_41"};

function validate286(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_41" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate286.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.models === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "models"},message:"must have required property '"+"models"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.new_id !== undefined){
if(typeof data.new_id !== "string"){
const err2 = {instancePath:instancePath+"/new_id",schemaPath:"#/properties/new_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.type !== undefined){
if(!(validate234(data.type, {instancePath:instancePath+"/type",parentData:data,parentDataProperty:"type",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate234.errors : vErrors.concat(validate234.errors);
errors = vErrors.length;
}
}
if(data.models !== undefined){
let data2 = data.models;
if(Array.isArray(data2)){
if(data2.length < 1){
const err3 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const len0 = data2.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(!(validate236(data2[i0], {instancePath:instancePath+"/models/" + i0,parentData:data2,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate236.errors : vErrors.concat(validate236.errors);
errors = vErrors.length;
}
}
}
else {
const err4 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.api_key !== undefined){
let data4 = data.api_key;
if((typeof data4 !== "string") && (data4 !== null)){
const err5 = {instancePath:instancePath+"/api_key",schemaPath:"#/properties/api_key/type",keyword:"type",params:{type: schema231.properties.api_key.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.base_url !== undefined){
if(typeof data.base_url !== "string"){
const err6 = {instancePath:instancePath+"/base_url",schemaPath:"#/properties/base_url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.default_model !== undefined){
if(typeof data.default_model !== "string"){
const err7 = {instancePath:instancePath+"/default_model",schemaPath:"#/properties/default_model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate286.errors = vErrors;
return errors === 0;
}
validate286.evaluated = {"props":{"new_id":true,"type":true,"models":true,"api_key":true,"base_url":true,"default_model":true},"dynamicProps":false,"dynamicItems":false};

const v2_42 = validate289;
const schema232 = {"$ref":"McpLocator.json","$id":"v2_42"};

function validate289(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_42" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate289.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate223(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate223.errors : vErrors.concat(validate223.errors);
errors = vErrors.length;
}
else {
var props0 = validate223.evaluated.props;
}
validate289.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate289.evaluated = {"dynamicProps":true,"dynamicItems":false};

const v2_43 = validate291;
const schema233 = {"type":"object","properties":{"decision":{"type":"string","enum":["approved","rejected","cancelled"]},"scope":{"type":"string","enum":["session","once"]},"feedback":{"type":"string","maxLength":4000},"selected_label":{"type":"string"},"amend":{"type":"object","properties":{"hunks":{"type":"array","items":{"type":"string"},"minItems":1},"content":{"type":"string"},"input":{"type":"object","additionalProperties":true}},"minProperties":1,"maxProperties":1,"additionalProperties":false}},"required":["decision"],"$id":"v2_43"};

function validate291(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_43" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate291.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.decision === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "decision"},message:"must have required property '"+"decision"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.decision !== undefined){
let data0 = data.decision;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/decision",schemaPath:"#/properties/decision/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!(((data0 === "approved") || (data0 === "rejected")) || (data0 === "cancelled"))){
const err2 = {instancePath:instancePath+"/decision",schemaPath:"#/properties/decision/enum",keyword:"enum",params:{allowedValues: schema233.properties.decision.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.scope !== undefined){
let data1 = data.scope;
if(typeof data1 !== "string"){
const err3 = {instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!((data1 === "session") || (data1 === "once"))){
const err4 = {instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/enum",keyword:"enum",params:{allowedValues: schema233.properties.scope.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.feedback !== undefined){
let data2 = data.feedback;
if(typeof data2 === "string"){
if(data2.length > 4000){
const err5 = {instancePath:instancePath+"/feedback",schemaPath:"#/properties/feedback/maxLength",keyword:"maxLength",params:{limit: 4000},message:"must NOT have more than 4000 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/feedback",schemaPath:"#/properties/feedback/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.selected_label !== undefined){
if(typeof data.selected_label !== "string"){
const err7 = {instancePath:instancePath+"/selected_label",schemaPath:"#/properties/selected_label/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.amend !== undefined){
let data4 = data.amend;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(Object.keys(data4).length > 1){
const err8 = {instancePath:instancePath+"/amend",schemaPath:"#/properties/amend/maxProperties",keyword:"maxProperties",params:{limit: 1},message:"must NOT have more than 1 properties"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(Object.keys(data4).length < 1){
const err9 = {instancePath:instancePath+"/amend",schemaPath:"#/properties/amend/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const before_key0=errors;
for(const key0 in data4){
if(errors-before_key0>=50) break;
if(!(((key0 === "hunks") || (key0 === "content")) || (key0 === "input"))){
const err10 = {instancePath:instancePath+"/amend",schemaPath:"#/properties/amend/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data4.hunks !== undefined){
let data5 = data4.hunks;
if(Array.isArray(data5)){
if(data5.length < 1){
const err11 = {instancePath:instancePath+"/amend/hunks",schemaPath:"#/properties/amend/properties/hunks/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
const len0 = data5.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data5[i0] !== "string"){
const err12 = {instancePath:instancePath+"/amend/hunks/" + i0,schemaPath:"#/properties/amend/properties/hunks/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/amend/hunks",schemaPath:"#/properties/amend/properties/hunks/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data4.content !== undefined){
if(typeof data4.content !== "string"){
const err14 = {instancePath:instancePath+"/amend/content",schemaPath:"#/properties/amend/properties/content/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data4.input !== undefined){
let data8 = data4.input;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
}
else {
const err15 = {instancePath:instancePath+"/amend/input",schemaPath:"#/properties/amend/properties/input/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/amend",schemaPath:"#/properties/amend/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate291.errors = vErrors;
return errors === 0;
}
validate291.evaluated = {"props":{"decision":true,"scope":true,"feedback":true,"selected_label":true,"amend":true},"dynamicProps":false,"dynamicItems":false};

const v2_44 = validate292;
const schema234 = {"type":"object","properties":{"ids":{"type":"array","items":{"type":"string"},"minItems":1}},"required":["ids"],"$id":"v2_44"};

function validate292(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_44" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate292.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.ids === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "ids"},message:"must have required property '"+"ids"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.ids !== undefined){
let data0 = data.ids;
if(Array.isArray(data0)){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/ids",schemaPath:"#/properties/ids/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data0[i0] !== "string"){
const err2 = {instancePath:instancePath+"/ids/" + i0,schemaPath:"#/properties/ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/ids",schemaPath:"#/properties/ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate292.errors = vErrors;
return errors === 0;
}
validate292.evaluated = {"props":{"ids":true},"dynamicProps":false,"dynamicItems":false};

const v2_45 = validate293;
const schema235 = {"type":"object","properties":{"path":{"type":"string"},"runtime_id":{"type":"string","default":"local"}},"required":["path"],"$id":"v2_45"};

function validate293(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_45" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate293.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(data.path === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err1 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(typeof data.runtime_id !== "string"){
const err2 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate293.errors = vErrors;
return errors === 0;
}
validate293.evaluated = {"props":{"path":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_46 = validate294;
const schema236 = {"type":"object","properties":{"command":{"type":"string","minLength":1,"pattern":"\\S"}},"required":["command"],"$id":"v2_46"};

function validate294(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_46" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate294.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.command === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "command"},message:"must have required property '"+"command"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.command !== undefined){
let data0 = data.command;
if(typeof data0 === "string"){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern23.test(data0)){
const err2 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate294.errors = vErrors;
return errors === 0;
}
validate294.evaluated = {"props":{"command":true},"dynamicProps":false,"dynamicItems":false};

const v2_47 = validate295;
const schema237 = {"type":"object","properties":{"query":{"type":"string","maxLength":1000},"limit":{"type":"integer","minimum":1,"maximum":200,"default":50},"include_globs":{"type":"array","items":{"type":"string","minLength":1,"maxLength":500},"maxItems":50},"exclude_globs":{"type":"array","items":{"type":"string","minLength":1,"maxLength":500},"maxItems":50},"follow_gitignore":{"type":"boolean","default":true},"runtime_id":{"type":"string","default":"local"}},"required":["query"],"$id":"v2_47"};

function validate295(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_47" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate295.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit === undefined){
data.limit = 50;
}
if(data.follow_gitignore === undefined){
data.follow_gitignore = true;
}
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(data.query === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "query"},message:"must have required property '"+"query"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.query !== undefined){
let data0 = data.query;
if(typeof data0 === "string"){
if(data0.length > 1000){
const err1 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/maxLength",keyword:"maxLength",params:{limit: 1000},message:"must NOT have more than 1000 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
let data1 = data.limit;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 200 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 200},message:"must be <= 200"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.include_globs !== undefined){
let data2 = data.include_globs;
if(Array.isArray(data2)){
if(data2.length > 50){
const err6 = {instancePath:instancePath+"/include_globs",schemaPath:"#/properties/include_globs/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const len0 = data2.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data3 = data2[i0];
if(typeof data3 === "string"){
if(data3.length > 500){
const err7 = {instancePath:instancePath+"/include_globs/" + i0,schemaPath:"#/properties/include_globs/items/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data3.length < 1){
const err8 = {instancePath:instancePath+"/include_globs/" + i0,schemaPath:"#/properties/include_globs/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/include_globs/" + i0,schemaPath:"#/properties/include_globs/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/include_globs",schemaPath:"#/properties/include_globs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.exclude_globs !== undefined){
let data4 = data.exclude_globs;
if(Array.isArray(data4)){
if(data4.length > 50){
const err11 = {instancePath:instancePath+"/exclude_globs",schemaPath:"#/properties/exclude_globs/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
const len1 = data4.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
let data5 = data4[i1];
if(typeof data5 === "string"){
if(data5.length > 500){
const err12 = {instancePath:instancePath+"/exclude_globs/" + i1,schemaPath:"#/properties/exclude_globs/items/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data5.length < 1){
const err13 = {instancePath:instancePath+"/exclude_globs/" + i1,schemaPath:"#/properties/exclude_globs/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/exclude_globs/" + i1,schemaPath:"#/properties/exclude_globs/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/exclude_globs",schemaPath:"#/properties/exclude_globs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(typeof data.follow_gitignore !== "boolean"){
const err16 = {instancePath:instancePath+"/follow_gitignore",schemaPath:"#/properties/follow_gitignore/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(typeof data.runtime_id !== "string"){
const err17 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate295.errors = vErrors;
return errors === 0;
}
validate295.evaluated = {"props":{"query":true,"limit":true,"include_globs":true,"exclude_globs":true,"follow_gitignore":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_48 = validate296;
const schema238 = {"type":"object","properties":{"query":{"type":"string","minLength":1,"maxLength":20000},"mode":{"type":"string","enum":["terms","literal"],"default":"terms"},"op":{"type":"string","enum":["AND","OR"],"default":"AND"},"container":{"type":"object","properties":{"session_id":{"type":"string"},"agent_id":{"type":"string"}}},"role":{"type":"string","enum":["user","assistant","title"]},"start_time":{"type":"integer","minimum":0},"end_time":{"type":"integer","minimum":0},"sort":{"type":"string","enum":["score","time_desc","time_asc"],"default":"score"},"page_size":{"type":"integer","minimum":1,"maximum":50,"default":20},"page_token":{"type":"string"}},"required":["query"],"$id":"v2_48"};

function validate296(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_48" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate296.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.mode === undefined){
data.mode = "terms";
}
if(data.op === undefined){
data.op = "AND";
}
if(data.sort === undefined){
data.sort = "score";
}
if(data.page_size === undefined){
data.page_size = 20;
}
if(data.query === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "query"},message:"must have required property '"+"query"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.query !== undefined){
let data0 = data.query;
if(typeof data0 === "string"){
if(data0.length > 20000){
const err1 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/maxLength",keyword:"maxLength",params:{limit: 20000},message:"must NOT have more than 20000 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
let data1 = data.mode;
if(typeof data1 !== "string"){
const err4 = {instancePath:instancePath+"/mode",schemaPath:"#/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!((data1 === "terms") || (data1 === "literal"))){
const err5 = {instancePath:instancePath+"/mode",schemaPath:"#/properties/mode/enum",keyword:"enum",params:{allowedValues: schema238.properties.mode.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
let data2 = data.op;
if(typeof data2 !== "string"){
const err6 = {instancePath:instancePath+"/op",schemaPath:"#/properties/op/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!((data2 === "AND") || (data2 === "OR"))){
const err7 = {instancePath:instancePath+"/op",schemaPath:"#/properties/op/enum",keyword:"enum",params:{allowedValues: schema238.properties.op.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.container !== undefined){
let data3 = data.container;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.session_id !== undefined){
if(typeof data3.session_id !== "string"){
const err8 = {instancePath:instancePath+"/container/session_id",schemaPath:"#/properties/container/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data3.agent_id !== undefined){
if(typeof data3.agent_id !== "string"){
const err9 = {instancePath:instancePath+"/container/agent_id",schemaPath:"#/properties/container/properties/agent_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/container",schemaPath:"#/properties/container/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.role !== undefined){
let data6 = data.role;
if(typeof data6 !== "string"){
const err11 = {instancePath:instancePath+"/role",schemaPath:"#/properties/role/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!(((data6 === "user") || (data6 === "assistant")) || (data6 === "title"))){
const err12 = {instancePath:instancePath+"/role",schemaPath:"#/properties/role/enum",keyword:"enum",params:{allowedValues: schema238.properties.role.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.start_time !== undefined){
let data7 = data.start_time;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err13 = {instancePath:instancePath+"/start_time",schemaPath:"#/properties/start_time/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 0 || isNaN(data7)){
const err14 = {instancePath:instancePath+"/start_time",schemaPath:"#/properties/start_time/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
if(data.end_time !== undefined){
let data8 = data.end_time;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err15 = {instancePath:instancePath+"/end_time",schemaPath:"#/properties/end_time/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 0 || isNaN(data8)){
const err16 = {instancePath:instancePath+"/end_time",schemaPath:"#/properties/end_time/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
let data9 = data.sort;
if(typeof data9 !== "string"){
const err17 = {instancePath:instancePath+"/sort",schemaPath:"#/properties/sort/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!(((data9 === "score") || (data9 === "time_desc")) || (data9 === "time_asc"))){
const err18 = {instancePath:instancePath+"/sort",schemaPath:"#/properties/sort/enum",keyword:"enum",params:{allowedValues: schema238.properties.sort.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
let data10 = data.page_size;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err19 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 50 || isNaN(data10)){
const err20 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/maximum",keyword:"maximum",params:{comparison: "<=", limit: 50},message:"must be <= 50"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data10 < 1 || isNaN(data10)){
const err21 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.page_token !== undefined){
if(typeof data.page_token !== "string"){
const err22 = {instancePath:instancePath+"/page_token",schemaPath:"#/properties/page_token/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
validate296.errors = vErrors;
return errors === 0;
}
validate296.evaluated = {"props":{"query":true,"mode":true,"op":true,"container":true,"role":true,"start_time":true,"end_time":true,"sort":true,"page_size":true,"page_token":true},"dynamicProps":false,"dynamicItems":false};

const v2_49 = validate297;
const schema239 = {"type":"object","properties":{"workspace":{"type":"string","minLength":1,"maxLength":4096},"query":{"type":"string","maxLength":1000},"limit":{"type":"integer","minimum":1,"maximum":200,"default":50},"include_globs":{"type":"array","items":{"type":"string","minLength":1,"maxLength":500},"maxItems":50},"exclude_globs":{"type":"array","items":{"type":"string","minLength":1,"maxLength":500},"maxItems":50},"follow_gitignore":{"type":"boolean","default":true},"runtime_id":{"type":"string","default":"local"}},"required":["workspace","query"],"$id":"v2_49"};

function validate297(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_49" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate297.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit === undefined){
data.limit = 50;
}
if(data.follow_gitignore === undefined){
data.follow_gitignore = true;
}
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(data.workspace === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workspace"},message:"must have required property '"+"workspace"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.query === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "query"},message:"must have required property '"+"query"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.workspace !== undefined){
let data0 = data.workspace;
if(typeof data0 === "string"){
if(data0.length > 4096){
const err2 = {instancePath:instancePath+"/workspace",schemaPath:"#/properties/workspace/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0.length < 1){
const err3 = {instancePath:instancePath+"/workspace",schemaPath:"#/properties/workspace/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/workspace",schemaPath:"#/properties/workspace/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.query !== undefined){
let data1 = data.query;
if(typeof data1 === "string"){
if(data1.length > 1000){
const err5 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/maxLength",keyword:"maxLength",params:{limit: 1000},message:"must NOT have more than 1000 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
let data2 = data.limit;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err7 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 200 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 200},message:"must be <= 200"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.include_globs !== undefined){
let data3 = data.include_globs;
if(Array.isArray(data3)){
if(data3.length > 50){
const err10 = {instancePath:instancePath+"/include_globs",schemaPath:"#/properties/include_globs/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
const len0 = data3.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(data4.length > 500){
const err11 = {instancePath:instancePath+"/include_globs/" + i0,schemaPath:"#/properties/include_globs/items/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data4.length < 1){
const err12 = {instancePath:instancePath+"/include_globs/" + i0,schemaPath:"#/properties/include_globs/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/include_globs/" + i0,schemaPath:"#/properties/include_globs/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/include_globs",schemaPath:"#/properties/include_globs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.exclude_globs !== undefined){
let data5 = data.exclude_globs;
if(Array.isArray(data5)){
if(data5.length > 50){
const err15 = {instancePath:instancePath+"/exclude_globs",schemaPath:"#/properties/exclude_globs/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
const len1 = data5.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
let data6 = data5[i1];
if(typeof data6 === "string"){
if(data6.length > 500){
const err16 = {instancePath:instancePath+"/exclude_globs/" + i1,schemaPath:"#/properties/exclude_globs/items/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data6.length < 1){
const err17 = {instancePath:instancePath+"/exclude_globs/" + i1,schemaPath:"#/properties/exclude_globs/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/exclude_globs/" + i1,schemaPath:"#/properties/exclude_globs/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/exclude_globs",schemaPath:"#/properties/exclude_globs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(typeof data.follow_gitignore !== "boolean"){
const err20 = {instancePath:instancePath+"/follow_gitignore",schemaPath:"#/properties/follow_gitignore/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(typeof data.runtime_id !== "string"){
const err21 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
validate297.errors = vErrors;
return errors === 0;
}
validate297.evaluated = {"props":{"workspace":true,"query":true,"limit":true,"include_globs":true,"exclude_globs":true,"follow_gitignore":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_50 = validate298;
const schema240 = {"type":"object","properties":{"objectives":{"type":"array","items":{"type":"string"},"maxItems":20}},"required":["objectives"],"$id":"v2_50"};

function validate298(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_50" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate298.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.objectives === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "objectives"},message:"must have required property '"+"objectives"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.objectives !== undefined){
let data0 = data.objectives;
if(Array.isArray(data0)){
if(data0.length > 20){
const err1 = {instancePath:instancePath+"/objectives",schemaPath:"#/properties/objectives/maxItems",keyword:"maxItems",params:{limit: 20},message:"must NOT have more than 20 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data0[i0] !== "string"){
const err2 = {instancePath:instancePath+"/objectives/" + i0,schemaPath:"#/properties/objectives/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/objectives",schemaPath:"#/properties/objectives/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate298.errors = vErrors;
return errors === 0;
}
validate298.evaluated = {"props":{"objectives":true},"dynamicProps":false,"dynamicItems":false};

const v2_51 = validate299;
const schema241 = {"type":"object","properties":{"key":{"type":"string","minLength":1,"maxLength":256},"value":{"type":"string"}},"required":["key","value"],"$id":"v2_51"};

function validate299(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_51" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate299.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.key === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.value === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.key !== undefined){
let data0 = data.key;
if(typeof data0 === "string"){
if(data0.length > 256){
const err2 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/maxLength",keyword:"maxLength",params:{limit: 256},message:"must NOT have more than 256 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0.length < 1){
const err3 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/key",schemaPath:"#/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.value !== undefined){
if(typeof data.value !== "string"){
const err5 = {instancePath:instancePath+"/value",schemaPath:"#/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate299.errors = vErrors;
return errors === 0;
}
validate299.evaluated = {"props":{"key":true,"value":true},"dynamicProps":false,"dynamicItems":false};

const v2_52 = validate300;
const schema242 = {"type":"object","properties":{"runtime_id":{"type":"string"}},"required":["runtime_id"],"$id":"v2_52"};

function validate300(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_52" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate300.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.runtime_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "runtime_id"},message:"must have required property '"+"runtime_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.runtime_id !== undefined){
if(typeof data.runtime_id !== "string"){
const err1 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate300.errors = vErrors;
return errors === 0;
}
validate300.evaluated = {"props":{"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_53 = validate301;
const schema243 = {"type":"object","properties":{"provider":{"type":"string","enum":["managed:agent-code"],"default":"managed:agent-code"},"region":{"type":"string","enum":["mainland-cn","global"]}},"additionalProperties":false,"$id":"v2_53"};

function validate301(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_53" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate301.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.provider === undefined){
data.provider = "managed:agent-code";
}
const before_key0=errors;
for(const key0 in data){
if(errors-before_key0>=50) break;
if(!((key0 === "provider") || (key0 === "region"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
let data0 = data.provider;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!(data0 === "managed:agent-code")){
const err2 = {instancePath:instancePath+"/provider",schemaPath:"#/properties/provider/enum",keyword:"enum",params:{allowedValues: schema243.properties.provider.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.region !== undefined){
let data1 = data.region;
if(typeof data1 !== "string"){
const err3 = {instancePath:instancePath+"/region",schemaPath:"#/properties/region/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!((data1 === "mainland-cn") || (data1 === "global"))){
const err4 = {instancePath:instancePath+"/region",schemaPath:"#/properties/region/enum",keyword:"enum",params:{allowedValues: schema243.properties.region.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate301.errors = vErrors;
return errors === 0;
}
validate301.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const v2_54 = validate302;
const schema244 = {"type":"object","properties":{"path":{"type":"string"},"runtime_id":{"type":"string","default":"local"}},"required":["path"],"$id":"v2_54"};

function validate302(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_54" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate302.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(data.path === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err1 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(typeof data.runtime_id !== "string"){
const err2 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate302.errors = vErrors;
return errors === 0;
}
validate302.evaluated = {"props":{"path":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_55 = validate303;
const schema245 = {"type":"object","properties":{"paths":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":1000},"runtime_id":{"type":"string","default":"local"}},"required":["paths"],"$id":"v2_55"};

function validate303(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_55" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate303.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(data.paths === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "paths"},message:"must have required property '"+"paths"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.paths !== undefined){
let data0 = data.paths;
if(Array.isArray(data0)){
if(data0.length > 1000){
const err1 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/maxItems",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data0[i0] !== "string"){
const err3 = {instancePath:instancePath+"/paths/" + i0,schemaPath:"#/properties/paths/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(typeof data.runtime_id !== "string"){
const err5 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate303.errors = vErrors;
return errors === 0;
}
validate303.evaluated = {"props":{"paths":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_56 = validate304;
const schema246 = {"type":"object","properties":{"prompt_ids":{"type":"array","items":{"type":"string","minLength":1},"minItems":1}},"required":["prompt_ids"],"$id":"v2_56"};

function validate304(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_56" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate304.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.prompt_ids === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prompt_ids"},message:"must have required property '"+"prompt_ids"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.prompt_ids !== undefined){
let data0 = data.prompt_ids;
if(Array.isArray(data0)){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/prompt_ids",schemaPath:"#/properties/prompt_ids/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data1 = data0[i0];
if(typeof data1 === "string"){
if(data1.length < 1){
const err2 = {instancePath:instancePath+"/prompt_ids/" + i0,schemaPath:"#/properties/prompt_ids/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/prompt_ids/" + i0,schemaPath:"#/properties/prompt_ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/prompt_ids",schemaPath:"#/properties/prompt_ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate304.errors = vErrors;
return errors === 0;
}
validate304.evaluated = {"props":{"prompt_ids":true},"dynamicProps":false,"dynamicItems":false};

const v2_57 = validate305;
const schema247 = {"type":"object","properties":{"content":{"type":"array","items":{"$ref":"PromptContentPart.json"},"minItems":1},"agent_id":{"type":"string","default":"main"},"prompt_id":{"type":"string","pattern":"^[A-Za-z0-9._-]{1,128}$"},"skills":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string","minLength":1},"args":{"type":"string","maxLength":100000}},"required":["name"]},"minItems":1,"maxItems":20},"profile":{"type":"string","minLength":1},"model":{"type":"string"},"thinking":{"type":"string","minLength":1},"permission_mode":{"$ref":"PermissionMode.json"},"disabled_tools":{"type":"array","items":{"type":"string","minLength":1}},"plan_mode":{"type":"boolean"},"swarm_mode":{"type":"boolean"},"metadata":{"type":"object","additionalProperties":true},"unattended":{"type":"boolean","default":false},"goal_objective":{"type":"string"},"goal_control":{"type":"string","enum":["pause","resume","cancel"]}},"required":["content"],"$id":"v2_57"};

function validate305(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_57" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate305.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.agent_id === undefined){
data.agent_id = "main";
}
if(data.unattended === undefined){
data.unattended = false;
}
if(data.content === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "content"},message:"must have required property '"+"content"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.content !== undefined){
let data0 = data.content;
if(Array.isArray(data0)){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(!(validate211(data0[i0], {instancePath:instancePath+"/content/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate211.errors : vErrors.concat(validate211.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(typeof data.agent_id !== "string"){
const err3 = {instancePath:instancePath+"/agent_id",schemaPath:"#/properties/agent_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.prompt_id !== undefined){
let data3 = data.prompt_id;
if(typeof data3 === "string"){
if(!pattern3.test(data3)){
const err4 = {instancePath:instancePath+"/prompt_id",schemaPath:"#/properties/prompt_id/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9._-]{1,128}$"},message:"must match pattern \""+"^[A-Za-z0-9._-]{1,128}$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/prompt_id",schemaPath:"#/properties/prompt_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.skills !== undefined){
let data4 = data.skills;
if(Array.isArray(data4)){
if(data4.length > 20){
const err6 = {instancePath:instancePath+"/skills",schemaPath:"#/properties/skills/maxItems",keyword:"maxItems",params:{limit: 20},message:"must NOT have more than 20 items"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data4.length < 1){
const err7 = {instancePath:instancePath+"/skills",schemaPath:"#/properties/skills/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
const len1 = data4.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
let data5 = data4[i1];
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.name === undefined){
const err8 = {instancePath:instancePath+"/skills/" + i1,schemaPath:"#/properties/skills/items/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data5.name !== undefined){
let data6 = data5.name;
if(typeof data6 === "string"){
if(data6.length < 1){
const err9 = {instancePath:instancePath+"/skills/" + i1+"/name",schemaPath:"#/properties/skills/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/skills/" + i1+"/name",schemaPath:"#/properties/skills/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data5.args !== undefined){
let data7 = data5.args;
if(typeof data7 === "string"){
if(data7.length > 100000){
const err11 = {instancePath:instancePath+"/skills/" + i1+"/args",schemaPath:"#/properties/skills/items/properties/args/maxLength",keyword:"maxLength",params:{limit: 100000},message:"must NOT have more than 100000 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/skills/" + i1+"/args",schemaPath:"#/properties/skills/items/properties/args/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/skills/" + i1,schemaPath:"#/properties/skills/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/skills",schemaPath:"#/properties/skills/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.profile !== undefined){
let data8 = data.profile;
if(typeof data8 === "string"){
if(data8.length < 1){
const err15 = {instancePath:instancePath+"/profile",schemaPath:"#/properties/profile/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/profile",schemaPath:"#/properties/profile/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.model !== undefined){
if(typeof data.model !== "string"){
const err17 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.thinking !== undefined){
let data10 = data.thinking;
if(typeof data10 === "string"){
if(data10.length < 1){
const err18 = {instancePath:instancePath+"/thinking",schemaPath:"#/properties/thinking/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/thinking",schemaPath:"#/properties/thinking/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.permission_mode !== undefined){
if(!(validate240(data.permission_mode, {instancePath:instancePath+"/permission_mode",parentData:data,parentDataProperty:"permission_mode",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate240.errors : vErrors.concat(validate240.errors);
errors = vErrors.length;
}
}
if(data.disabled_tools !== undefined){
let data12 = data.disabled_tools;
if(Array.isArray(data12)){
const len2 = data12.length;
for(let i2=0, before=errors; i2<len2 && errors-before<50; i2++){
let data13 = data12[i2];
if(typeof data13 === "string"){
if(data13.length < 1){
const err20 = {instancePath:instancePath+"/disabled_tools/" + i2,schemaPath:"#/properties/disabled_tools/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/disabled_tools/" + i2,schemaPath:"#/properties/disabled_tools/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/disabled_tools",schemaPath:"#/properties/disabled_tools/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.plan_mode !== undefined){
if(typeof data.plan_mode !== "boolean"){
const err23 = {instancePath:instancePath+"/plan_mode",schemaPath:"#/properties/plan_mode/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.swarm_mode !== undefined){
if(typeof data.swarm_mode !== "boolean"){
const err24 = {instancePath:instancePath+"/swarm_mode",schemaPath:"#/properties/swarm_mode/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.metadata !== undefined){
let data16 = data.metadata;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
}
else {
const err25 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(typeof data.unattended !== "boolean"){
const err26 = {instancePath:instancePath+"/unattended",schemaPath:"#/properties/unattended/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data.goal_objective !== undefined){
if(typeof data.goal_objective !== "string"){
const err27 = {instancePath:instancePath+"/goal_objective",schemaPath:"#/properties/goal_objective/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.goal_control !== undefined){
let data19 = data.goal_control;
if(typeof data19 !== "string"){
const err28 = {instancePath:instancePath+"/goal_control",schemaPath:"#/properties/goal_control/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(!(((data19 === "pause") || (data19 === "resume")) || (data19 === "cancel"))){
const err29 = {instancePath:instancePath+"/goal_control",schemaPath:"#/properties/goal_control/enum",keyword:"enum",params:{allowedValues: schema247.properties.goal_control.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
validate305.errors = vErrors;
return errors === 0;
}
validate305.evaluated = {"props":{"content":true,"agent_id":true,"prompt_id":true,"skills":true,"profile":true,"model":true,"thinking":true,"permission_mode":true,"disabled_tools":true,"plan_mode":true,"swarm_mode":true,"metadata":true,"unattended":true,"goal_objective":true,"goal_control":true},"dynamicProps":false,"dynamicItems":false};

const v2_58 = validate308;
const schema248 = {"type":"object","properties":{"workspace":{"type":"string","minLength":1,"maxLength":4096},"query":{"type":"string","maxLength":1000},"limit":{"type":"integer","minimum":1,"maximum":200,"default":50},"follow_gitignore":{"type":"boolean","default":true},"show_hidden":{"type":"boolean","default":false},"include_globs":{"type":"array","items":{"type":"string","minLength":1,"maxLength":500},"maxItems":50},"exclude_globs":{"type":"array","items":{"type":"string","minLength":1,"maxLength":500},"maxItems":50},"runtime_id":{"type":"string","default":"local"}},"required":["workspace","query"],"$id":"v2_58"};

function validate308(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_58" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate308.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit === undefined){
data.limit = 50;
}
if(data.follow_gitignore === undefined){
data.follow_gitignore = true;
}
if(data.show_hidden === undefined){
data.show_hidden = false;
}
if(data.runtime_id === undefined){
data.runtime_id = "local";
}
if(data.workspace === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "workspace"},message:"must have required property '"+"workspace"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.query === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "query"},message:"must have required property '"+"query"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.workspace !== undefined){
let data0 = data.workspace;
if(typeof data0 === "string"){
if(data0.length > 4096){
const err2 = {instancePath:instancePath+"/workspace",schemaPath:"#/properties/workspace/maxLength",keyword:"maxLength",params:{limit: 4096},message:"must NOT have more than 4096 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0.length < 1){
const err3 = {instancePath:instancePath+"/workspace",schemaPath:"#/properties/workspace/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/workspace",schemaPath:"#/properties/workspace/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.query !== undefined){
let data1 = data.query;
if(typeof data1 === "string"){
if(data1.length > 1000){
const err5 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/maxLength",keyword:"maxLength",params:{limit: 1000},message:"must NOT have more than 1000 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
let data2 = data.limit;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err7 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 200 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 200},message:"must be <= 200"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(typeof data.follow_gitignore !== "boolean"){
const err10 = {instancePath:instancePath+"/follow_gitignore",schemaPath:"#/properties/follow_gitignore/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(typeof data.show_hidden !== "boolean"){
const err11 = {instancePath:instancePath+"/show_hidden",schemaPath:"#/properties/show_hidden/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.include_globs !== undefined){
let data5 = data.include_globs;
if(Array.isArray(data5)){
if(data5.length > 50){
const err12 = {instancePath:instancePath+"/include_globs",schemaPath:"#/properties/include_globs/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
const len0 = data5.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data6 = data5[i0];
if(typeof data6 === "string"){
if(data6.length > 500){
const err13 = {instancePath:instancePath+"/include_globs/" + i0,schemaPath:"#/properties/include_globs/items/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data6.length < 1){
const err14 = {instancePath:instancePath+"/include_globs/" + i0,schemaPath:"#/properties/include_globs/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/include_globs/" + i0,schemaPath:"#/properties/include_globs/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/include_globs",schemaPath:"#/properties/include_globs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.exclude_globs !== undefined){
let data7 = data.exclude_globs;
if(Array.isArray(data7)){
if(data7.length > 50){
const err17 = {instancePath:instancePath+"/exclude_globs",schemaPath:"#/properties/exclude_globs/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
const len1 = data7.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
let data8 = data7[i1];
if(typeof data8 === "string"){
if(data8.length > 500){
const err18 = {instancePath:instancePath+"/exclude_globs/" + i1,schemaPath:"#/properties/exclude_globs/items/maxLength",keyword:"maxLength",params:{limit: 500},message:"must NOT have more than 500 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data8.length < 1){
const err19 = {instancePath:instancePath+"/exclude_globs/" + i1,schemaPath:"#/properties/exclude_globs/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/exclude_globs/" + i1,schemaPath:"#/properties/exclude_globs/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/exclude_globs",schemaPath:"#/properties/exclude_globs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(typeof data.runtime_id !== "string"){
const err22 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
validate308.errors = vErrors;
return errors === 0;
}
validate308.evaluated = {"props":{"workspace":true,"query":true,"limit":true,"follow_gitignore":true,"show_hidden":true,"include_globs":true,"exclude_globs":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v2_59 = validate309;
const schema249 = {"type":"object","properties":{"name":{"type":"string"},"server":{"$ref":"McpServerForm.json"},"cwd":{"type":"string"}},"$id":"v2_59"};

function validate309(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_59" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate309.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err0 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.server !== undefined){
if(!(validate231(data.server, {instancePath:instancePath+"/server",parentData:data,parentDataProperty:"server",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate231.errors : vErrors.concat(validate231.errors);
errors = vErrors.length;
}
}
if(data.cwd !== undefined){
if(typeof data.cwd !== "string"){
const err1 = {instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate309.errors = vErrors;
return errors === 0;
}
validate309.evaluated = {"props":{"name":true,"server":true,"cwd":true},"dynamicProps":false,"dynamicItems":false};

const v2_60 = validate311;
const schema250 = {"type":"object","properties":{"shown":{"type":"string","pattern":"^[0-9a-f]{64}$"}},"$id":"v2_60"};
const pattern30 = new RegExp("^[0-9a-f]{64}$", "u");

function validate311(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_60" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate311.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.shown !== undefined){
let data0 = data.shown;
if(typeof data0 === "string"){
if(!pattern30.test(data0)){
const err0 = {instancePath:instancePath+"/shown",schemaPath:"#/properties/shown/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/shown",schemaPath:"#/properties/shown/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate311.errors = vErrors;
return errors === 0;
}
validate311.evaluated = {"props":{"shown":true},"dynamicProps":false,"dynamicItems":false};

const v2_61 = validate312;
const schema251 = {"type":"object","properties":{"count":{"type":"integer","minimum":1,"default":1},"page_size":{"type":"integer","minimum":1,"maximum":100,"default":50},"restore_files":{"type":"boolean","default":false},"dry_run":{"type":"boolean","default":false},"force":{"type":"boolean","default":false}},"$id":"v2_61"};

function validate312(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_61" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate312.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.count === undefined){
data.count = 1;
}
if(data.page_size === undefined){
data.page_size = 50;
}
if(data.restore_files === undefined){
data.restore_files = false;
}
if(data.dry_run === undefined){
data.dry_run = false;
}
if(data.force === undefined){
data.force = false;
}
let data0 = data.count;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/count",schemaPath:"#/properties/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 1 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/count",schemaPath:"#/properties/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
let data1 = data.page_size;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 100 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/page_size",schemaPath:"#/properties/page_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(typeof data.restore_files !== "boolean"){
const err5 = {instancePath:instancePath+"/restore_files",schemaPath:"#/properties/restore_files/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(typeof data.dry_run !== "boolean"){
const err6 = {instancePath:instancePath+"/dry_run",schemaPath:"#/properties/dry_run/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(typeof data.force !== "boolean"){
const err7 = {instancePath:instancePath+"/force",schemaPath:"#/properties/force/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate312.errors = vErrors;
return errors === 0;
}
validate312.evaluated = {"props":{"count":true,"page_size":true,"restore_files":true,"dry_run":true,"force":true},"dynamicProps":false,"dynamicItems":false};

const v2_62 = validate313;
const schema252 = {"$ref":"ConfigPatch.json","$id":"v2_62"};
const schema253 = {"title":"ConfigPatch","description":"A partial configuration, laid over the file key by key: absent keys stay, `null` deletes, lists are replaced whole. Inside a domain fields are spelt as in answers or as in the file; ids, aliases, flags and names of variables and headers are taken as they are. What equals the answer of `GET` is not written. `telemetry` and `secondary_model` are ignored.","type":"object","properties":{"providers":{"type":["object","null"],"additionalProperties":true,"description":"by id: fields of the file's table, `api_key` among them; `has_api_key` is ignored. Models of a deleted provider stay and cannot be used until there is one of its name"},"models":{"type":["object","null"],"additionalProperties":true,"description":"by alias: fields of the file's table; `hasApiKey` is ignored"},"default_model":{"type":["string","null"],"description":"alias of a model that is configured, or becomes so by this patch"},"default_provider":{"type":["string","null"],"description":"id"},"default_permission_mode":{"type":["string","null"],"description":"`manual`, `yolo` or `auto`"},"yolo":{"type":["boolean","null"],"description":"`true` sets `default_permission_mode` to `yolo`; `false` is ignored"},"default_plan_mode":{"type":["boolean","null"],"description":"boolean"},"plan_mode":{"type":["boolean","null"],"description":"same as `default_plan_mode`"},"permission":{"type":["object","null"],"additionalProperties":true,"description":"`rules`, `allow`, `deny`, `ask`"},"hooks":{"type":["array","null"],"items":{},"description":"list of `event`, `command`, `matcher`, `timeout` and nothing else"},"services":{"type":["object","null"],"additionalProperties":true,"description":"`search`, `fetch`: `base_url`, `api_key`, `api_key_env`, `custom_headers`"},"merge_all_available_skills":{"type":["boolean","null"],"description":"boolean"},"builtin_product_skills":{"type":["boolean","null"],"description":"boolean"},"extra_skill_dirs":{"type":["array","null"],"items":{},"description":"list of paths"},"extra_agent_dirs":{"type":["array","null"],"items":{},"description":"list of paths"},"experimental":{"type":["object","null"],"additionalProperties":true,"description":"boolean by flag id"},"raw":{"type":["object","null"],"additionalProperties":true,"description":"refused"},"thinking":{"type":["object","null"],"additionalProperties":true,"description":"`enabled`, `effort`, `keep`"},"loop_control":{"type":["object","null"],"additionalProperties":true,"description":"`maxStepsPerTurn`, `maxAttemptsPerStep`, `reservedContextSize`, `compactionTriggerRatio`"},"token_counting":{"type":["object","null"],"additionalProperties":true,"description":"`strategy`"},"background":{"type":["object","null"],"additionalProperties":true,"description":"`maxRunningTasks`, `keepAliveOnExit`, `killGracePeriodMs`, `bashAutoBackgroundOnTimeout`, `bashTaskTimeoutS`, `printBackgroundMode`, `printWaitCeilingS`, `printMaxTurns`"},"subagent":{"type":["object","null"],"additionalProperties":true,"description":"`timeoutMs`"},"mcp":{"type":["object","null"],"additionalProperties":true,"description":"`startupTimeoutMs`, `toolTimeoutMs`"},"tools":{"type":["object","null"],"additionalProperties":true,"description":"`enabled`, `disabled`"},"image":{"type":["object","null"],"additionalProperties":true,"description":"`maxEdgePx`, `readByteBudget`"},"checkpoints":{"type":["object","null"],"additionalProperties":true,"description":"`enabled`, `maxFileMb`, `maxTotalMb`, `maxFiles`"},"budget":{"type":["object","null"],"additionalProperties":true,"description":"`sessionUsd`, `dayUsd`, `warnRatio`"},"identity":{"type":["object","null"],"additionalProperties":true,"description":"`name`, `slug`"},"offline":{"type":["object","null"],"additionalProperties":true,"description":"`enabled`"}},"additionalProperties":true,"$id":"ConfigPatch.json"};

function validate314(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="ConfigPatch.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate314.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.providers !== undefined){
let data0 = data.providers;
if((!(data0 && typeof data0 == "object" && !Array.isArray(data0))) && (data0 !== null)){
const err0 = {instancePath:instancePath+"/providers",schemaPath:"#/properties/providers/type",keyword:"type",params:{type: schema253.properties.providers.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.models !== undefined){
let data1 = data.models;
if((!(data1 && typeof data1 == "object" && !Array.isArray(data1))) && (data1 !== null)){
const err1 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/type",keyword:"type",params:{type: schema253.properties.models.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.default_model !== undefined){
let data2 = data.default_model;
if((typeof data2 !== "string") && (data2 !== null)){
const err2 = {instancePath:instancePath+"/default_model",schemaPath:"#/properties/default_model/type",keyword:"type",params:{type: schema253.properties.default_model.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.default_provider !== undefined){
let data3 = data.default_provider;
if((typeof data3 !== "string") && (data3 !== null)){
const err3 = {instancePath:instancePath+"/default_provider",schemaPath:"#/properties/default_provider/type",keyword:"type",params:{type: schema253.properties.default_provider.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.default_permission_mode !== undefined){
let data4 = data.default_permission_mode;
if((typeof data4 !== "string") && (data4 !== null)){
const err4 = {instancePath:instancePath+"/default_permission_mode",schemaPath:"#/properties/default_permission_mode/type",keyword:"type",params:{type: schema253.properties.default_permission_mode.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.yolo !== undefined){
let data5 = data.yolo;
if((typeof data5 !== "boolean") && (data5 !== null)){
const err5 = {instancePath:instancePath+"/yolo",schemaPath:"#/properties/yolo/type",keyword:"type",params:{type: schema253.properties.yolo.type},message:"must be boolean,null"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.default_plan_mode !== undefined){
let data6 = data.default_plan_mode;
if((typeof data6 !== "boolean") && (data6 !== null)){
const err6 = {instancePath:instancePath+"/default_plan_mode",schemaPath:"#/properties/default_plan_mode/type",keyword:"type",params:{type: schema253.properties.default_plan_mode.type},message:"must be boolean,null"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.plan_mode !== undefined){
let data7 = data.plan_mode;
if((typeof data7 !== "boolean") && (data7 !== null)){
const err7 = {instancePath:instancePath+"/plan_mode",schemaPath:"#/properties/plan_mode/type",keyword:"type",params:{type: schema253.properties.plan_mode.type},message:"must be boolean,null"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.permission !== undefined){
let data8 = data.permission;
if((!(data8 && typeof data8 == "object" && !Array.isArray(data8))) && (data8 !== null)){
const err8 = {instancePath:instancePath+"/permission",schemaPath:"#/properties/permission/type",keyword:"type",params:{type: schema253.properties.permission.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.hooks !== undefined){
let data9 = data.hooks;
if((!(Array.isArray(data9))) && (data9 !== null)){
const err9 = {instancePath:instancePath+"/hooks",schemaPath:"#/properties/hooks/type",keyword:"type",params:{type: schema253.properties.hooks.type},message:"must be array,null"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.services !== undefined){
let data10 = data.services;
if((!(data10 && typeof data10 == "object" && !Array.isArray(data10))) && (data10 !== null)){
const err10 = {instancePath:instancePath+"/services",schemaPath:"#/properties/services/type",keyword:"type",params:{type: schema253.properties.services.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.merge_all_available_skills !== undefined){
let data11 = data.merge_all_available_skills;
if((typeof data11 !== "boolean") && (data11 !== null)){
const err11 = {instancePath:instancePath+"/merge_all_available_skills",schemaPath:"#/properties/merge_all_available_skills/type",keyword:"type",params:{type: schema253.properties.merge_all_available_skills.type},message:"must be boolean,null"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.builtin_product_skills !== undefined){
let data12 = data.builtin_product_skills;
if((typeof data12 !== "boolean") && (data12 !== null)){
const err12 = {instancePath:instancePath+"/builtin_product_skills",schemaPath:"#/properties/builtin_product_skills/type",keyword:"type",params:{type: schema253.properties.builtin_product_skills.type},message:"must be boolean,null"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.extra_skill_dirs !== undefined){
let data13 = data.extra_skill_dirs;
if((!(Array.isArray(data13))) && (data13 !== null)){
const err13 = {instancePath:instancePath+"/extra_skill_dirs",schemaPath:"#/properties/extra_skill_dirs/type",keyword:"type",params:{type: schema253.properties.extra_skill_dirs.type},message:"must be array,null"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.extra_agent_dirs !== undefined){
let data14 = data.extra_agent_dirs;
if((!(Array.isArray(data14))) && (data14 !== null)){
const err14 = {instancePath:instancePath+"/extra_agent_dirs",schemaPath:"#/properties/extra_agent_dirs/type",keyword:"type",params:{type: schema253.properties.extra_agent_dirs.type},message:"must be array,null"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.experimental !== undefined){
let data15 = data.experimental;
if((!(data15 && typeof data15 == "object" && !Array.isArray(data15))) && (data15 !== null)){
const err15 = {instancePath:instancePath+"/experimental",schemaPath:"#/properties/experimental/type",keyword:"type",params:{type: schema253.properties.experimental.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.raw !== undefined){
let data16 = data.raw;
if((!(data16 && typeof data16 == "object" && !Array.isArray(data16))) && (data16 !== null)){
const err16 = {instancePath:instancePath+"/raw",schemaPath:"#/properties/raw/type",keyword:"type",params:{type: schema253.properties.raw.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.thinking !== undefined){
let data17 = data.thinking;
if((!(data17 && typeof data17 == "object" && !Array.isArray(data17))) && (data17 !== null)){
const err17 = {instancePath:instancePath+"/thinking",schemaPath:"#/properties/thinking/type",keyword:"type",params:{type: schema253.properties.thinking.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.loop_control !== undefined){
let data18 = data.loop_control;
if((!(data18 && typeof data18 == "object" && !Array.isArray(data18))) && (data18 !== null)){
const err18 = {instancePath:instancePath+"/loop_control",schemaPath:"#/properties/loop_control/type",keyword:"type",params:{type: schema253.properties.loop_control.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.token_counting !== undefined){
let data19 = data.token_counting;
if((!(data19 && typeof data19 == "object" && !Array.isArray(data19))) && (data19 !== null)){
const err19 = {instancePath:instancePath+"/token_counting",schemaPath:"#/properties/token_counting/type",keyword:"type",params:{type: schema253.properties.token_counting.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.background !== undefined){
let data20 = data.background;
if((!(data20 && typeof data20 == "object" && !Array.isArray(data20))) && (data20 !== null)){
const err20 = {instancePath:instancePath+"/background",schemaPath:"#/properties/background/type",keyword:"type",params:{type: schema253.properties.background.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.subagent !== undefined){
let data21 = data.subagent;
if((!(data21 && typeof data21 == "object" && !Array.isArray(data21))) && (data21 !== null)){
const err21 = {instancePath:instancePath+"/subagent",schemaPath:"#/properties/subagent/type",keyword:"type",params:{type: schema253.properties.subagent.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.mcp !== undefined){
let data22 = data.mcp;
if((!(data22 && typeof data22 == "object" && !Array.isArray(data22))) && (data22 !== null)){
const err22 = {instancePath:instancePath+"/mcp",schemaPath:"#/properties/mcp/type",keyword:"type",params:{type: schema253.properties.mcp.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.tools !== undefined){
let data23 = data.tools;
if((!(data23 && typeof data23 == "object" && !Array.isArray(data23))) && (data23 !== null)){
const err23 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: schema253.properties.tools.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.image !== undefined){
let data24 = data.image;
if((!(data24 && typeof data24 == "object" && !Array.isArray(data24))) && (data24 !== null)){
const err24 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/type",keyword:"type",params:{type: schema253.properties.image.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.checkpoints !== undefined){
let data25 = data.checkpoints;
if((!(data25 && typeof data25 == "object" && !Array.isArray(data25))) && (data25 !== null)){
const err25 = {instancePath:instancePath+"/checkpoints",schemaPath:"#/properties/checkpoints/type",keyword:"type",params:{type: schema253.properties.checkpoints.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.budget !== undefined){
let data26 = data.budget;
if((!(data26 && typeof data26 == "object" && !Array.isArray(data26))) && (data26 !== null)){
const err26 = {instancePath:instancePath+"/budget",schemaPath:"#/properties/budget/type",keyword:"type",params:{type: schema253.properties.budget.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.identity !== undefined){
let data27 = data.identity;
if((!(data27 && typeof data27 == "object" && !Array.isArray(data27))) && (data27 !== null)){
const err27 = {instancePath:instancePath+"/identity",schemaPath:"#/properties/identity/type",keyword:"type",params:{type: schema253.properties.identity.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.offline !== undefined){
let data28 = data.offline;
if((!(data28 && typeof data28 == "object" && !Array.isArray(data28))) && (data28 !== null)){
const err28 = {instancePath:instancePath+"/offline",schemaPath:"#/properties/offline/type",keyword:"type",params:{type: schema253.properties.offline.type},message:"must be object,null"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
validate314.errors = vErrors;
return errors === 0;
}
validate314.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate313(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_62" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate313.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate314(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate314.errors : vErrors.concat(validate314.errors);
errors = vErrors.length;
}
validate313.errors = vErrors;
return errors === 0;
}
validate313.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const v2_63 = validate316;
const schema254 = {"type":"object","properties":{"title":{"type":"string","minLength":1,"maxLength":200,"pattern":"\\S"},"metadata":{"type":"object","additionalProperties":true},"agent_config":{"$ref":"AgentConfigInput.json"},"permission_rules":{"type":"array","items":{"$ref":"SessionPermissionRuleInput.json"}}},"$id":"v2_63"};

function validate316(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_63" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate316.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.title !== undefined){
let data0 = data.title;
if(typeof data0 === "string"){
if(data0.length > 200){
const err0 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!pattern23.test(data0)){
const err2 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.metadata !== undefined){
let data1 = data.metadata;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
}
else {
const err4 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.agent_config !== undefined){
if(!(validate239(data.agent_config, {instancePath:instancePath+"/agent_config",parentData:data,parentDataProperty:"agent_config",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate239.errors : vErrors.concat(validate239.errors);
errors = vErrors.length;
}
}
if(data.permission_rules !== undefined){
let data3 = data.permission_rules;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(!(validate243(data3[i0], {instancePath:instancePath+"/permission_rules/" + i0,parentData:data3,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate243.errors : vErrors.concat(validate243.errors);
errors = vErrors.length;
}
}
}
else {
const err5 = {instancePath:instancePath+"/permission_rules",schemaPath:"#/properties/permission_rules/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate316.errors = vErrors;
return errors === 0;
}
validate316.evaluated = {"props":{"title":true,"metadata":true,"agent_config":true,"permission_rules":true},"dynamicProps":false,"dynamicItems":false};

const v2_64 = validate319;
const schema255 = {"type":"object","properties":{"file":{"type":"string","contentMediaType":"application/octet-stream"},"name":{"type":"string"},"expires_in_sec":{"type":"integer","minimum":0,"maximum":3153600000}},"required":["file"],"$id":"v2_64"};

function validate319(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v2_64" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate319.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.file === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "file"},message:"must have required property '"+"file"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.file !== undefined){
if(typeof data.file !== "string"){
const err1 = {instancePath:instancePath+"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.expires_in_sec !== undefined){
let data2 = data.expires_in_sec;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err3 = {instancePath:instancePath+"/expires_in_sec",schemaPath:"#/properties/expires_in_sec/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 3153600000 || isNaN(data2)){
const err4 = {instancePath:instancePath+"/expires_in_sec",schemaPath:"#/properties/expires_in_sec/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3153600000},message:"must be <= 3153600000"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err5 = {instancePath:instancePath+"/expires_in_sec",schemaPath:"#/properties/expires_in_sec/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate319.errors = vErrors;
return errors === 0;
}
validate319.evaluated = {"props":{"file":true,"name":true,"expires_in_sec":true},"dynamicProps":false,"dynamicItems":false};

const v3_0 = validate320;
const schema256 = {"type":"object","properties":{"session_id":{"type":"string"},"prompt_id":{"type":"string"}},"required":["session_id","prompt_id"],"$id":"v3_0"};

function validate320(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v3_0" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate320.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.prompt_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prompt_id"},message:"must have required property '"+"prompt_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.prompt_id !== undefined){
if(typeof data.prompt_id !== "string"){
const err3 = {instancePath:instancePath+"/prompt_id",schemaPath:"#/properties/prompt_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate320.errors = vErrors;
return errors === 0;
}
validate320.evaluated = {"props":{"session_id":true,"prompt_id":true},"dynamicProps":false,"dynamicItems":false};

const v3_1 = validate321;
const schema257 = {"type":"object","properties":{"client_id":{"type":"string"},"subscriptions":{"type":"array","items":{"type":"string"},"maxItems":200},"cursors":{"type":"object","additionalProperties":{"$ref":"Cursor.json"}},"agent_filter":{"type":"object","additionalProperties":{"type":"array","items":{"type":"string"},"minItems":1}},"resume_inflight":{"type":"boolean","default":false},"max_replay":{"type":"integer","minimum":0},"token":{"type":"string"}},"required":["client_id"],"$id":"v3_1"};
const schema258 = {"title":"Cursor","description":"A position in the event log of a session.","type":"object","properties":{"seq":{"type":"integer","minimum":0,"description":"last durable event that was applied; 0: none"},"epoch":{"type":"string","description":"incarnation of the log, `ep_` + ULID; absent: the present one"}},"required":["seq"],"$id":"Cursor.json"};

function validate322(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="Cursor.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate322.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.seq === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "seq"},message:"must have required property '"+"seq"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.seq !== undefined){
let data0 = data.seq;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/seq",schemaPath:"#/properties/seq/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/seq",schemaPath:"#/properties/seq/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
if(data.epoch !== undefined){
if(typeof data.epoch !== "string"){
const err3 = {instancePath:instancePath+"/epoch",schemaPath:"#/properties/epoch/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate322.errors = vErrors;
return errors === 0;
}
validate322.evaluated = {"props":{"seq":true,"epoch":true},"dynamicProps":false,"dynamicItems":false};


function validate321(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v3_1" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate321.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.resume_inflight === undefined){
data.resume_inflight = false;
}
if(data.client_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "client_id"},message:"must have required property '"+"client_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.client_id !== undefined){
if(typeof data.client_id !== "string"){
const err1 = {instancePath:instancePath+"/client_id",schemaPath:"#/properties/client_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.subscriptions !== undefined){
let data1 = data.subscriptions;
if(Array.isArray(data1)){
if(data1.length > 200){
const err2 = {instancePath:instancePath+"/subscriptions",schemaPath:"#/properties/subscriptions/maxItems",keyword:"maxItems",params:{limit: 200},message:"must NOT have more than 200 items"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data1.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data1[i0] !== "string"){
const err3 = {instancePath:instancePath+"/subscriptions/" + i0,schemaPath:"#/properties/subscriptions/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/subscriptions",schemaPath:"#/properties/subscriptions/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.cursors !== undefined){
let data3 = data.cursors;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
const before_key0=errors;
for(const key0 in data3){
if(errors-before_key0>=50) break;
if(!(validate322(data3[key0], {instancePath:instancePath+"/cursors/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data3,parentDataProperty:key0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate322.errors : vErrors.concat(validate322.errors);
errors = vErrors.length;
}
}
}
else {
const err5 = {instancePath:instancePath+"/cursors",schemaPath:"#/properties/cursors/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.agent_filter !== undefined){
let data5 = data.agent_filter;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
const before_key1=errors;
for(const key1 in data5){
if(errors-before_key1>=50) break;
let data6 = data5[key1];
if(Array.isArray(data6)){
if(data6.length < 1){
const err6 = {instancePath:instancePath+"/agent_filter/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/agent_filter/additionalProperties/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const len1 = data6.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
if(typeof data6[i1] !== "string"){
const err7 = {instancePath:instancePath+"/agent_filter/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1,schemaPath:"#/properties/agent_filter/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/agent_filter/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/agent_filter/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/agent_filter",schemaPath:"#/properties/agent_filter/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(typeof data.resume_inflight !== "boolean"){
const err10 = {instancePath:instancePath+"/resume_inflight",schemaPath:"#/properties/resume_inflight/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.max_replay !== undefined){
let data9 = data.max_replay;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err11 = {instancePath:instancePath+"/max_replay",schemaPath:"#/properties/max_replay/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
const err12 = {instancePath:instancePath+"/max_replay",schemaPath:"#/properties/max_replay/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
if(data.token !== undefined){
if(typeof data.token !== "string"){
const err13 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate321.errors = vErrors;
return errors === 0;
}
validate321.evaluated = {"props":{"client_id":true,"subscriptions":true,"cursors":true,"agent_filter":true,"resume_inflight":true,"max_replay":true,"token":true},"dynamicProps":false,"dynamicItems":false};

const v3_2 = validate324;
const schema259 = {"type":"object","properties":{"nonce":{"type":"string"}},"required":["nonce"],"$id":"v3_2"};

function validate324(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v3_2" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate324.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.nonce === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "nonce"},message:"must have required property '"+"nonce"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.nonce !== undefined){
if(typeof data.nonce !== "string"){
const err1 = {instancePath:instancePath+"/nonce",schemaPath:"#/properties/nonce/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate324.errors = vErrors;
return errors === 0;
}
validate324.evaluated = {"props":{"nonce":true},"dynamicProps":false,"dynamicItems":false};

const v3_3 = validate325;
const schema260 = {"type":"object","properties":{"nonce":{"type":"string"}},"required":["nonce"],"$id":"v3_3"};

function validate325(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v3_3" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate325.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.nonce === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "nonce"},message:"must have required property '"+"nonce"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.nonce !== undefined){
if(typeof data.nonce !== "string"){
const err1 = {instancePath:instancePath+"/nonce",schemaPath:"#/properties/nonce/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate325.errors = vErrors;
return errors === 0;
}
validate325.evaluated = {"props":{"nonce":true},"dynamicProps":false,"dynamicItems":false};

const v3_4 = validate326;
const schema261 = {"type":"object","properties":{"session_ids":{"type":"array","items":{"type":"string"},"maxItems":200},"cursors":{"type":"object","additionalProperties":{"$ref":"Cursor.json"}},"agent_filter":{"type":"object","additionalProperties":{"type":"array","items":{"type":"string"},"minItems":1}},"resume_inflight":{"type":"boolean","default":false},"max_replay":{"type":"integer","minimum":0},"watch_fs":{"type":"object","maxProperties":200,"additionalProperties":{"type":"object","properties":{"paths":{"type":"array","items":{"type":"string"},"minItems":1},"recursive":{"type":"boolean","default":true}},"required":["paths"]}}},"required":["session_ids"],"$id":"v3_4"};

function validate326(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v3_4" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate326.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.resume_inflight === undefined){
data.resume_inflight = false;
}
if(data.session_ids === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_ids"},message:"must have required property '"+"session_ids"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_ids !== undefined){
let data0 = data.session_ids;
if(Array.isArray(data0)){
if(data0.length > 200){
const err1 = {instancePath:instancePath+"/session_ids",schemaPath:"#/properties/session_ids/maxItems",keyword:"maxItems",params:{limit: 200},message:"must NOT have more than 200 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data0[i0] !== "string"){
const err2 = {instancePath:instancePath+"/session_ids/" + i0,schemaPath:"#/properties/session_ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/session_ids",schemaPath:"#/properties/session_ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.cursors !== undefined){
let data2 = data.cursors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
const before_key0=errors;
for(const key0 in data2){
if(errors-before_key0>=50) break;
if(!(validate322(data2[key0], {instancePath:instancePath+"/cursors/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data2,parentDataProperty:key0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate322.errors : vErrors.concat(validate322.errors);
errors = vErrors.length;
}
}
}
else {
const err4 = {instancePath:instancePath+"/cursors",schemaPath:"#/properties/cursors/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.agent_filter !== undefined){
let data4 = data.agent_filter;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
const before_key1=errors;
for(const key1 in data4){
if(errors-before_key1>=50) break;
let data5 = data4[key1];
if(Array.isArray(data5)){
if(data5.length < 1){
const err5 = {instancePath:instancePath+"/agent_filter/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/agent_filter/additionalProperties/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len1 = data5.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
if(typeof data5[i1] !== "string"){
const err6 = {instancePath:instancePath+"/agent_filter/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i1,schemaPath:"#/properties/agent_filter/additionalProperties/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/agent_filter/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/agent_filter/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/agent_filter",schemaPath:"#/properties/agent_filter/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(typeof data.resume_inflight !== "boolean"){
const err9 = {instancePath:instancePath+"/resume_inflight",schemaPath:"#/properties/resume_inflight/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.max_replay !== undefined){
let data8 = data.max_replay;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err10 = {instancePath:instancePath+"/max_replay",schemaPath:"#/properties/max_replay/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 0 || isNaN(data8)){
const err11 = {instancePath:instancePath+"/max_replay",schemaPath:"#/properties/max_replay/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
if(data.watch_fs !== undefined){
let data9 = data.watch_fs;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(Object.keys(data9).length > 200){
const err12 = {instancePath:instancePath+"/watch_fs",schemaPath:"#/properties/watch_fs/maxProperties",keyword:"maxProperties",params:{limit: 200},message:"must NOT have more than 200 properties"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
const before_key2=errors;
for(const key2 in data9){
if(errors-before_key2>=50) break;
let data10 = data9[key2];
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.recursive === undefined){
data10.recursive = true;
}
if(data10.paths === undefined){
const err13 = {instancePath:instancePath+"/watch_fs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/watch_fs/additionalProperties/required",keyword:"required",params:{missingProperty: "paths"},message:"must have required property '"+"paths"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data10.paths !== undefined){
let data11 = data10.paths;
if(Array.isArray(data11)){
if(data11.length < 1){
const err14 = {instancePath:instancePath+"/watch_fs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/paths",schemaPath:"#/properties/watch_fs/additionalProperties/properties/paths/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
const len2 = data11.length;
for(let i2=0, before=errors; i2<len2 && errors-before<50; i2++){
if(typeof data11[i2] !== "string"){
const err15 = {instancePath:instancePath+"/watch_fs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/paths/" + i2,schemaPath:"#/properties/watch_fs/additionalProperties/properties/paths/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/watch_fs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/paths",schemaPath:"#/properties/watch_fs/additionalProperties/properties/paths/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(typeof data10.recursive !== "boolean"){
const err17 = {instancePath:instancePath+"/watch_fs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/recursive",schemaPath:"#/properties/watch_fs/additionalProperties/properties/recursive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/watch_fs/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/watch_fs/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/watch_fs",schemaPath:"#/properties/watch_fs/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
validate326.errors = vErrors;
return errors === 0;
}
validate326.evaluated = {"props":{"session_ids":true,"cursors":true,"agent_filter":true,"resume_inflight":true,"max_replay":true,"watch_fs":true},"dynamicProps":false,"dynamicItems":false};

const v3_5 = validate328;
const schema262 = {"type":"object","properties":{"session_id":{"type":"string"},"transcript":{"type":"object","propertyNames":{"pattern":"^(\\*|(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128})$"},"additionalProperties":{"type":"string","enum":["off","turn","block","delta"]}},"transcript_since":{"type":"object","propertyNames":{"pattern":"^(\\*|(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128})$"},"additionalProperties":{"type":"integer","minimum":0}}},"required":["session_id","transcript"],"$id":"v3_5"};
const pattern32 = new RegExp("^(\\*|(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128})$", "u");

function validate328(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v3_5" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate328.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.transcript === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "transcript"},message:"must have required property '"+"transcript"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.transcript !== undefined){
let data1 = data.transcript;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
const before_key0=errors;
for(const key0 in data1){
if(errors-before_key0>=50) break;
const _errs5 = errors;
if(typeof key0 === "string"){
if(!pattern32.test(key0)){
const err3 = {instancePath:instancePath+"/transcript",schemaPath:"#/properties/transcript/propertyNames/pattern",keyword:"pattern",params:{pattern: "^(\\*|(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128})$"},message:"must match pattern \""+"^(\\*|(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128})$"+"\"",propertyName:key0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
const err4 = {instancePath:instancePath+"/transcript",schemaPath:"#/properties/transcript/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
const before_key1=errors;
for(const key1 in data1){
if(errors-before_key1>=50) break;
let data2 = data1[key1];
if(typeof data2 !== "string"){
const err5 = {instancePath:instancePath+"/transcript/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/transcript/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!((((data2 === "off") || (data2 === "turn")) || (data2 === "block")) || (data2 === "delta"))){
const err6 = {instancePath:instancePath+"/transcript/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/transcript/additionalProperties/enum",keyword:"enum",params:{allowedValues: schema262.properties.transcript.additionalProperties.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/transcript",schemaPath:"#/properties/transcript/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.transcript_since !== undefined){
let data3 = data.transcript_since;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
const before_key2=errors;
for(const key2 in data3){
if(errors-before_key2>=50) break;
const _errs11 = errors;
if(typeof key2 === "string"){
if(!pattern32.test(key2)){
const err8 = {instancePath:instancePath+"/transcript_since",schemaPath:"#/properties/transcript_since/propertyNames/pattern",keyword:"pattern",params:{pattern: "^(\\*|(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128})$"},message:"must match pattern \""+"^(\\*|(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128})$"+"\"",propertyName:key2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var valid3 = _errs11 === errors;
if(!valid3){
const err9 = {instancePath:instancePath+"/transcript_since",schemaPath:"#/properties/transcript_since/propertyNames",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
const before_key3=errors;
for(const key3 in data3){
if(errors-before_key3>=50) break;
let data4 = data3[key3];
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err10 = {instancePath:instancePath+"/transcript_since/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/transcript_since/additionalProperties/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
const err11 = {instancePath:instancePath+"/transcript_since/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/transcript_since/additionalProperties/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
}
else {
const err12 = {instancePath:instancePath+"/transcript_since",schemaPath:"#/properties/transcript_since/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate328.errors = vErrors;
return errors === 0;
}
validate328.evaluated = {"props":{"session_id":true,"transcript":true,"transcript_since":true},"dynamicProps":false,"dynamicItems":false};

const v3_6 = validate329;
const schema263 = {"type":"object","properties":{"session_id":{"type":"string"},"terminal_id":{"type":"string"},"since_seq":{"type":"integer","minimum":0,"default":0}},"required":["session_id","terminal_id"],"$id":"v3_6"};

function validate329(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v3_6" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate329.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.since_seq === undefined){
data.since_seq = 0;
}
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.terminal_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "terminal_id"},message:"must have required property '"+"terminal_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.terminal_id !== undefined){
if(typeof data.terminal_id !== "string"){
const err3 = {instancePath:instancePath+"/terminal_id",schemaPath:"#/properties/terminal_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
let data2 = data.since_seq;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err4 = {instancePath:instancePath+"/since_seq",schemaPath:"#/properties/since_seq/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 0 || isNaN(data2)){
const err5 = {instancePath:instancePath+"/since_seq",schemaPath:"#/properties/since_seq/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate329.errors = vErrors;
return errors === 0;
}
validate329.evaluated = {"props":{"session_id":true,"terminal_id":true,"since_seq":true},"dynamicProps":false,"dynamicItems":false};

const v3_7 = validate330;
const schema264 = {"type":"object","properties":{"session_id":{"type":"string"},"terminal_id":{"type":"string"}},"required":["session_id","terminal_id"],"$id":"v3_7"};

function validate330(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v3_7" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate330.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.terminal_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "terminal_id"},message:"must have required property '"+"terminal_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.terminal_id !== undefined){
if(typeof data.terminal_id !== "string"){
const err3 = {instancePath:instancePath+"/terminal_id",schemaPath:"#/properties/terminal_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate330.errors = vErrors;
return errors === 0;
}
validate330.evaluated = {"props":{"session_id":true,"terminal_id":true},"dynamicProps":false,"dynamicItems":false};

const v3_8 = validate331;
const schema265 = {"type":"object","properties":{"session_id":{"type":"string"},"terminal_id":{"type":"string"}},"required":["session_id","terminal_id"],"$id":"v3_8"};

function validate331(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v3_8" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate331.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.terminal_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "terminal_id"},message:"must have required property '"+"terminal_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.terminal_id !== undefined){
if(typeof data.terminal_id !== "string"){
const err3 = {instancePath:instancePath+"/terminal_id",schemaPath:"#/properties/terminal_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate331.errors = vErrors;
return errors === 0;
}
validate331.evaluated = {"props":{"session_id":true,"terminal_id":true},"dynamicProps":false,"dynamicItems":false};

const v3_9 = validate332;
const schema266 = {"type":"object","properties":{"session_id":{"type":"string"},"terminal_id":{"type":"string"},"data":{"type":"string"}},"required":["session_id","terminal_id","data"],"$id":"v3_9"};

function validate332(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v3_9" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate332.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.terminal_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "terminal_id"},message:"must have required property '"+"terminal_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.data === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "data"},message:"must have required property '"+"data"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err3 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.terminal_id !== undefined){
if(typeof data.terminal_id !== "string"){
const err4 = {instancePath:instancePath+"/terminal_id",schemaPath:"#/properties/terminal_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.data !== undefined){
if(typeof data.data !== "string"){
const err5 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate332.errors = vErrors;
return errors === 0;
}
validate332.evaluated = {"props":{"session_id":true,"terminal_id":true,"data":true},"dynamicProps":false,"dynamicItems":false};

const v3_10 = validate333;
const schema267 = {"type":"object","properties":{"session_id":{"type":"string"},"terminal_id":{"type":"string"},"cols":{"type":"integer","minimum":1,"maximum":1000},"rows":{"type":"integer","minimum":1,"maximum":1000}},"required":["session_id","terminal_id","cols","rows"],"$id":"v3_10"};

function validate333(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v3_10" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate333.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.terminal_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "terminal_id"},message:"must have required property '"+"terminal_id"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.cols === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cols"},message:"must have required property '"+"cols"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.rows === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rows"},message:"must have required property '"+"rows"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err4 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.terminal_id !== undefined){
if(typeof data.terminal_id !== "string"){
const err5 = {instancePath:instancePath+"/terminal_id",schemaPath:"#/properties/terminal_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.cols !== undefined){
let data2 = data.cols;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err6 = {instancePath:instancePath+"/cols",schemaPath:"#/properties/cols/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 1000 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/cols",schemaPath:"#/properties/cols/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/cols",schemaPath:"#/properties/cols/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.rows !== undefined){
let data3 = data.rows;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err9 = {instancePath:instancePath+"/rows",schemaPath:"#/properties/rows/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 1000 || isNaN(data3)){
const err10 = {instancePath:instancePath+"/rows",schemaPath:"#/properties/rows/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/rows",schemaPath:"#/properties/rows/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate333.errors = vErrors;
return errors === 0;
}
validate333.evaluated = {"props":{"session_id":true,"terminal_id":true,"cols":true,"rows":true},"dynamicProps":false,"dynamicItems":false};

const v3_11 = validate334;
const schema268 = {"type":"object","properties":{"session_ids":{"type":"array","items":{"type":"string"},"maxItems":200}},"required":["session_ids"],"$id":"v3_11"};

function validate334(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v3_11" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate334.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_ids === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_ids"},message:"must have required property '"+"session_ids"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_ids !== undefined){
let data0 = data.session_ids;
if(Array.isArray(data0)){
if(data0.length > 200){
const err1 = {instancePath:instancePath+"/session_ids",schemaPath:"#/properties/session_ids/maxItems",keyword:"maxItems",params:{limit: 200},message:"must NOT have more than 200 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data0[i0] !== "string"){
const err2 = {instancePath:instancePath+"/session_ids/" + i0,schemaPath:"#/properties/session_ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/session_ids",schemaPath:"#/properties/session_ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate334.errors = vErrors;
return errors === 0;
}
validate334.evaluated = {"props":{"session_ids":true},"dynamicProps":false,"dynamicItems":false};

const v3_12 = validate335;
const schema269 = {"type":"object","properties":{"session_id":{"type":"string"},"agent_ids":{"type":"array","items":{"type":"string","pattern":"^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"},"minItems":1,"maxItems":200}},"required":["session_id"],"$id":"v3_12"};

function validate335(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v3_12" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate335.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err1 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.agent_ids !== undefined){
let data1 = data.agent_ids;
if(Array.isArray(data1)){
if(data1.length > 200){
const err2 = {instancePath:instancePath+"/agent_ids",schemaPath:"#/properties/agent_ids/maxItems",keyword:"maxItems",params:{limit: 200},message:"must NOT have more than 200 items"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1.length < 1){
const err3 = {instancePath:instancePath+"/agent_ids",schemaPath:"#/properties/agent_ids/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const len0 = data1.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(!pattern14.test(data2)){
const err4 = {instancePath:instancePath+"/agent_ids/" + i0,schemaPath:"#/properties/agent_ids/items/pattern",keyword:"pattern",params:{pattern: "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"},message:"must match pattern \""+"^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/agent_ids/" + i0,schemaPath:"#/properties/agent_ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/agent_ids",schemaPath:"#/properties/agent_ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate335.errors = vErrors;
return errors === 0;
}
validate335.evaluated = {"props":{"session_id":true,"agent_ids":true},"dynamicProps":false,"dynamicItems":false};

const v3_13 = validate336;
const schema270 = {"type":"object","properties":{"session_id":{"type":"string"},"paths":{"type":"array","items":{"type":"string"},"minItems":1},"recursive":{"type":"boolean","default":true},"runtime_id":{"type":"string"}},"required":["session_id","paths"],"$id":"v3_13"};

function validate336(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v3_13" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate336.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.recursive === undefined){
data.recursive = true;
}
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.paths === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "paths"},message:"must have required property '"+"paths"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.paths !== undefined){
let data1 = data.paths;
if(Array.isArray(data1)){
if(data1.length < 1){
const err3 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const len0 = data1.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data1[i0] !== "string"){
const err4 = {instancePath:instancePath+"/paths/" + i0,schemaPath:"#/properties/paths/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(typeof data.recursive !== "boolean"){
const err6 = {instancePath:instancePath+"/recursive",schemaPath:"#/properties/recursive/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.runtime_id !== undefined){
if(typeof data.runtime_id !== "string"){
const err7 = {instancePath:instancePath+"/runtime_id",schemaPath:"#/properties/runtime_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate336.errors = vErrors;
return errors === 0;
}
validate336.evaluated = {"props":{"session_id":true,"paths":true,"recursive":true,"runtime_id":true},"dynamicProps":false,"dynamicItems":false};

const v3_14 = validate337;
const schema271 = {"type":"object","properties":{"session_id":{"type":"string"},"paths":{"type":"array","items":{"type":"string"}}},"required":["session_id","paths"],"$id":"v3_14"};

function validate337(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v3_14" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate337.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.session_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "session_id"},message:"must have required property '"+"session_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.paths === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "paths"},message:"must have required property '"+"paths"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.session_id !== undefined){
if(typeof data.session_id !== "string"){
const err2 = {instancePath:instancePath+"/session_id",schemaPath:"#/properties/session_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.paths !== undefined){
let data1 = data.paths;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
if(typeof data1[i0] !== "string"){
const err3 = {instancePath:instancePath+"/paths/" + i0,schemaPath:"#/properties/paths/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/paths",schemaPath:"#/properties/paths/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate337.errors = vErrors;
return errors === 0;
}
validate337.evaluated = {"props":{"session_id":true,"paths":true},"dynamicProps":false,"dynamicItems":false};

const v4_0 = validate338;
const schema272 = {"type":"object","properties":{"prompt":{"type":"string","minLength":1},"description":{"type":"string","minLength":1},"subagent_type":{"type":"string"},"resume":{"type":"string"},"run_in_background":{"type":"boolean","default":false}},"required":["prompt","description"],"$id":"v4_0"};

function validate338(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_0" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate338.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.run_in_background === undefined){
data.run_in_background = false;
}
if(data.prompt === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prompt"},message:"must have required property '"+"prompt"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.description === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "description"},message:"must have required property '"+"description"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.prompt !== undefined){
let data0 = data.prompt;
if(typeof data0 === "string"){
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.description !== undefined){
let data1 = data.description;
if(typeof data1 === "string"){
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.subagent_type !== undefined){
if(typeof data.subagent_type !== "string"){
const err6 = {instancePath:instancePath+"/subagent_type",schemaPath:"#/properties/subagent_type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.resume !== undefined){
if(typeof data.resume !== "string"){
const err7 = {instancePath:instancePath+"/resume",schemaPath:"#/properties/resume/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(typeof data.run_in_background !== "boolean"){
const err8 = {instancePath:instancePath+"/run_in_background",schemaPath:"#/properties/run_in_background/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate338.errors = vErrors;
return errors === 0;
}
validate338.evaluated = {"props":{"prompt":true,"description":true,"subagent_type":true,"resume":true,"run_in_background":true},"dynamicProps":false,"dynamicItems":false};

const v4_1 = validate339;
const schema273 = {"type":"object","properties":{"questions":{"type":"array","minItems":1,"maxItems":4,"items":{"type":"object","properties":{"question":{"type":"string","minLength":1},"header":{"type":"string","maxLength":12,"default":""},"options":{"type":"array","minItems":2,"maxItems":4,"items":{"type":"object","properties":{"label":{"type":"string","minLength":1},"description":{"type":"string","default":""}},"required":["label"]}},"multi_select":{"type":"boolean","default":false}},"required":["question","options"]}},"background":{"type":"boolean","default":false}},"required":["questions"],"$id":"v4_1"};

function validate339(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_1" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate339.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.background === undefined){
data.background = false;
}
if(data.questions === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "questions"},message:"must have required property '"+"questions"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.questions !== undefined){
let data0 = data.questions;
if(Array.isArray(data0)){
if(data0.length > 4){
const err1 = {instancePath:instancePath+"/questions",schemaPath:"#/properties/questions/maxItems",keyword:"maxItems",params:{limit: 4},message:"must NOT have more than 4 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/questions",schemaPath:"#/properties/questions/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.header === undefined){
data1.header = "";
}
if(data1.multi_select === undefined){
data1.multi_select = false;
}
if(data1.question === undefined){
const err3 = {instancePath:instancePath+"/questions/" + i0,schemaPath:"#/properties/questions/items/required",keyword:"required",params:{missingProperty: "question"},message:"must have required property '"+"question"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.options === undefined){
const err4 = {instancePath:instancePath+"/questions/" + i0,schemaPath:"#/properties/questions/items/required",keyword:"required",params:{missingProperty: "options"},message:"must have required property '"+"options"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1.question !== undefined){
let data2 = data1.question;
if(typeof data2 === "string"){
if(data2.length < 1){
const err5 = {instancePath:instancePath+"/questions/" + i0+"/question",schemaPath:"#/properties/questions/items/properties/question/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/questions/" + i0+"/question",schemaPath:"#/properties/questions/items/properties/question/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
let data3 = data1.header;
if(typeof data3 === "string"){
if(data3.length > 12){
const err7 = {instancePath:instancePath+"/questions/" + i0+"/header",schemaPath:"#/properties/questions/items/properties/header/maxLength",keyword:"maxLength",params:{limit: 12},message:"must NOT have more than 12 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/questions/" + i0+"/header",schemaPath:"#/properties/questions/items/properties/header/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data1.options !== undefined){
let data4 = data1.options;
if(Array.isArray(data4)){
if(data4.length > 4){
const err9 = {instancePath:instancePath+"/questions/" + i0+"/options",schemaPath:"#/properties/questions/items/properties/options/maxItems",keyword:"maxItems",params:{limit: 4},message:"must NOT have more than 4 items"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data4.length < 2){
const err10 = {instancePath:instancePath+"/questions/" + i0+"/options",schemaPath:"#/properties/questions/items/properties/options/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
const len1 = data4.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
let data5 = data4[i1];
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.description === undefined){
data5.description = "";
}
if(data5.label === undefined){
const err11 = {instancePath:instancePath+"/questions/" + i0+"/options/" + i1,schemaPath:"#/properties/questions/items/properties/options/items/required",keyword:"required",params:{missingProperty: "label"},message:"must have required property '"+"label"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data5.label !== undefined){
let data6 = data5.label;
if(typeof data6 === "string"){
if(data6.length < 1){
const err12 = {instancePath:instancePath+"/questions/" + i0+"/options/" + i1+"/label",schemaPath:"#/properties/questions/items/properties/options/items/properties/label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/questions/" + i0+"/options/" + i1+"/label",schemaPath:"#/properties/questions/items/properties/options/items/properties/label/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(typeof data5.description !== "string"){
const err14 = {instancePath:instancePath+"/questions/" + i0+"/options/" + i1+"/description",schemaPath:"#/properties/questions/items/properties/options/items/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/questions/" + i0+"/options/" + i1,schemaPath:"#/properties/questions/items/properties/options/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/questions/" + i0+"/options",schemaPath:"#/properties/questions/items/properties/options/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(typeof data1.multi_select !== "boolean"){
const err17 = {instancePath:instancePath+"/questions/" + i0+"/multi_select",schemaPath:"#/properties/questions/items/properties/multi_select/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/questions/" + i0,schemaPath:"#/properties/questions/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/questions",schemaPath:"#/properties/questions/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(typeof data.background !== "boolean"){
const err20 = {instancePath:instancePath+"/background",schemaPath:"#/properties/background/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate339.errors = vErrors;
return errors === 0;
}
validate339.evaluated = {"props":{"questions":true,"background":true},"dynamicProps":false,"dynamicItems":false};

const v4_2 = validate340;
const schema274 = {"type":"object","properties":{"command":{"type":"string","minLength":1},"cwd":{"type":"string"},"timeout":{"type":"integer","minimum":1,"maximum":86400},"run_in_background":{"type":"boolean","default":false},"description":{"type":"string"},"disable_timeout":{"type":"boolean","default":false}},"required":["command"],"$id":"v4_2"};

function validate340(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_2" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate340.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.run_in_background === undefined){
data.run_in_background = false;
}
if(data.disable_timeout === undefined){
data.disable_timeout = false;
}
if(data.command === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "command"},message:"must have required property '"+"command"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.command !== undefined){
let data0 = data.command;
if(typeof data0 === "string"){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.cwd !== undefined){
if(typeof data.cwd !== "string"){
const err3 = {instancePath:instancePath+"/cwd",schemaPath:"#/properties/cwd/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.timeout !== undefined){
let data2 = data.timeout;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err4 = {instancePath:instancePath+"/timeout",schemaPath:"#/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 86400 || isNaN(data2)){
const err5 = {instancePath:instancePath+"/timeout",schemaPath:"#/properties/timeout/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/timeout",schemaPath:"#/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(typeof data.run_in_background !== "boolean"){
const err7 = {instancePath:instancePath+"/run_in_background",schemaPath:"#/properties/run_in_background/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.description !== undefined){
if(typeof data.description !== "string"){
const err8 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(typeof data.disable_timeout !== "boolean"){
const err9 = {instancePath:instancePath+"/disable_timeout",schemaPath:"#/properties/disable_timeout/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate340.errors = vErrors;
return errors === 0;
}
validate340.evaluated = {"props":{"command":true,"cwd":true,"timeout":true,"run_in_background":true,"description":true,"disable_timeout":true},"dynamicProps":false,"dynamicItems":false};

const v4_3 = validate341;
const schema275 = {"type":"object","properties":{"objective":{"type":"string","minLength":1,"maxLength":4000},"completionCriterion":{"type":"string"},"replace":{"type":"boolean","default":false}},"required":["objective"],"$id":"v4_3"};

function validate341(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_3" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate341.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.replace === undefined){
data.replace = false;
}
if(data.objective === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "objective"},message:"must have required property '"+"objective"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.objective !== undefined){
let data0 = data.objective;
if(typeof data0 === "string"){
if(data0.length > 4000){
const err1 = {instancePath:instancePath+"/objective",schemaPath:"#/properties/objective/maxLength",keyword:"maxLength",params:{limit: 4000},message:"must NOT have more than 4000 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/objective",schemaPath:"#/properties/objective/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/objective",schemaPath:"#/properties/objective/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.completionCriterion !== undefined){
if(typeof data.completionCriterion !== "string"){
const err4 = {instancePath:instancePath+"/completionCriterion",schemaPath:"#/properties/completionCriterion/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(typeof data.replace !== "boolean"){
const err5 = {instancePath:instancePath+"/replace",schemaPath:"#/properties/replace/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate341.errors = vErrors;
return errors === 0;
}
validate341.evaluated = {"props":{"objective":true,"completionCriterion":true,"replace":true},"dynamicProps":false,"dynamicItems":false};

const v4_4 = validate342;
const schema276 = {"type":"object","properties":{"cron":{"type":"string","minLength":1,"maxLength":200},"prompt":{"type":"string","minLength":1},"recurring":{"type":"boolean","default":true}},"required":["cron","prompt"],"$id":"v4_4"};

function validate342(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_4" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate342.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.recurring === undefined){
data.recurring = true;
}
if(data.cron === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cron"},message:"must have required property '"+"cron"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.prompt === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prompt"},message:"must have required property '"+"prompt"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.cron !== undefined){
let data0 = data.cron;
if(typeof data0 === "string"){
if(data0.length > 200){
const err2 = {instancePath:instancePath+"/cron",schemaPath:"#/properties/cron/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0.length < 1){
const err3 = {instancePath:instancePath+"/cron",schemaPath:"#/properties/cron/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/cron",schemaPath:"#/properties/cron/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.prompt !== undefined){
let data1 = data.prompt;
if(typeof data1 === "string"){
if(data1.length < 1){
const err5 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(typeof data.recurring !== "boolean"){
const err7 = {instancePath:instancePath+"/recurring",schemaPath:"#/properties/recurring/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate342.errors = vErrors;
return errors === 0;
}
validate342.evaluated = {"props":{"cron":true,"prompt":true,"recurring":true},"dynamicProps":false,"dynamicItems":false};

const v4_5 = validate343;
const schema277 = {"type":"object","properties":{"id":{"type":"string","minLength":1}},"required":["id"],"$id":"v4_5"};

function validate343(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_5" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate343.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate343.errors = vErrors;
return errors === 0;
}
validate343.evaluated = {"props":{"id":true},"dynamicProps":false,"dynamicItems":false};

const v4_6 = validate344;
const schema278 = {"type":"object","properties":{},"required":[],"$id":"v4_6"};

function validate344(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_6" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate344.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
validate344.errors = vErrors;
return errors === 0;
}
validate344.evaluated = {"dynamicProps":false,"dynamicItems":false};

const v4_7 = validate345;
const schema279 = {"type":"object","properties":{"path":{"type":"string"},"old_string":{"type":"string","minLength":1},"new_string":{"type":"string"},"replace_all":{"type":"boolean","default":false}},"required":["path","old_string","new_string"],"$id":"v4_7"};

function validate345(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_7" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate345.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.replace_all === undefined){
data.replace_all = false;
}
if(data.path === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.old_string === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "old_string"},message:"must have required property '"+"old_string"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.new_string === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "new_string"},message:"must have required property '"+"new_string"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err3 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.old_string !== undefined){
let data1 = data.old_string;
if(typeof data1 === "string"){
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/old_string",schemaPath:"#/properties/old_string/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/old_string",schemaPath:"#/properties/old_string/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.new_string !== undefined){
if(typeof data.new_string !== "string"){
const err6 = {instancePath:instancePath+"/new_string",schemaPath:"#/properties/new_string/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(typeof data.replace_all !== "boolean"){
const err7 = {instancePath:instancePath+"/replace_all",schemaPath:"#/properties/replace_all/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate345.errors = vErrors;
return errors === 0;
}
validate345.evaluated = {"props":{"path":true,"old_string":true,"new_string":true,"replace_all":true},"dynamicProps":false,"dynamicItems":false};

const v4_8 = validate346;
const schema280 = {"type":"object","properties":{},"$id":"v4_8"};

function validate346(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_8" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate346.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
validate346.errors = vErrors;
return errors === 0;
}
validate346.evaluated = {"dynamicProps":false,"dynamicItems":false};

const v4_9 = validate347;
const schema281 = {"type":"object","properties":{"options":{"type":"array","minItems":1,"maxItems":3,"items":{"type":"object","properties":{"label":{"type":"string","minLength":1,"maxLength":80},"description":{"type":"string","default":""}},"required":["label"]}}},"$id":"v4_9"};

function validate347(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_9" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate347.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.options !== undefined){
let data0 = data.options;
if(Array.isArray(data0)){
if(data0.length > 3){
const err0 = {instancePath:instancePath+"/options",schemaPath:"#/properties/options/maxItems",keyword:"maxItems",params:{limit: 3},message:"must NOT have more than 3 items"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/options",schemaPath:"#/properties/options/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.description === undefined){
data1.description = "";
}
if(data1.label === undefined){
const err2 = {instancePath:instancePath+"/options/" + i0,schemaPath:"#/properties/options/items/required",keyword:"required",params:{missingProperty: "label"},message:"must have required property '"+"label"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1.label !== undefined){
let data2 = data1.label;
if(typeof data2 === "string"){
if(data2.length > 80){
const err3 = {instancePath:instancePath+"/options/" + i0+"/label",schemaPath:"#/properties/options/items/properties/label/maxLength",keyword:"maxLength",params:{limit: 80},message:"must NOT have more than 80 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data2.length < 1){
const err4 = {instancePath:instancePath+"/options/" + i0+"/label",schemaPath:"#/properties/options/items/properties/label/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/options/" + i0+"/label",schemaPath:"#/properties/options/items/properties/label/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(typeof data1.description !== "string"){
const err6 = {instancePath:instancePath+"/options/" + i0+"/description",schemaPath:"#/properties/options/items/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/options/" + i0,schemaPath:"#/properties/options/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/options",schemaPath:"#/properties/options/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate347.errors = vErrors;
return errors === 0;
}
validate347.evaluated = {"props":{"options":true},"dynamicProps":false,"dynamicItems":false};

const v4_10 = validate348;
const schema282 = {"type":"object","properties":{"url":{"type":"string","minLength":1}},"required":["url"],"$id":"v4_10"};

function validate348(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_10" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate348.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.url === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.url !== undefined){
let data0 = data.url;
if(typeof data0 === "string"){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate348.errors = vErrors;
return errors === 0;
}
validate348.evaluated = {"props":{"url":true},"dynamicProps":false,"dynamicItems":false};

const v4_11 = validate349;
const schema283 = {"type":"object","properties":{},"required":[],"$id":"v4_11"};

function validate349(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_11" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate349.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
validate349.errors = vErrors;
return errors === 0;
}
validate349.evaluated = {"dynamicProps":false,"dynamicItems":false};

const v4_12 = validate350;
const schema284 = {"type":"object","properties":{"pattern":{"type":"string","minLength":1},"path":{"type":"string"},"include_ignored":{"type":"boolean","default":false}},"required":["pattern"],"$id":"v4_12"};

function validate350(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_12" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate350.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.include_ignored === undefined){
data.include_ignored = false;
}
if(data.pattern === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "pattern"},message:"must have required property '"+"pattern"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.pattern !== undefined){
let data0 = data.pattern;
if(typeof data0 === "string"){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err3 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(typeof data.include_ignored !== "boolean"){
const err4 = {instancePath:instancePath+"/include_ignored",schemaPath:"#/properties/include_ignored/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate350.errors = vErrors;
return errors === 0;
}
validate350.evaluated = {"props":{"pattern":true,"path":true,"include_ignored":true},"dynamicProps":false,"dynamicItems":false};

const v4_13 = validate351;
const schema285 = {"type":"object","properties":{"pattern":{"type":"string","minLength":1},"path":{"type":"string"},"glob":{"type":"string"},"type":{"type":"string"},"output_mode":{"type":"string","enum":["content","files_with_matches","count_matches"],"default":"files_with_matches"},"-i":{"type":"boolean","default":false},"multiline":{"type":"boolean","default":false},"include_ignored":{"type":"boolean","default":false},"-n":{"type":"boolean","default":true},"-A":{"type":"integer","minimum":0,"default":0},"-B":{"type":"integer","minimum":0,"default":0},"-C":{"type":"integer","minimum":0,"default":0},"head_limit":{"type":"integer","minimum":0,"default":250},"offset":{"type":"integer","minimum":0,"default":0}},"required":["pattern"],"$id":"v4_13"};

function validate351(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_13" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate351.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.output_mode === undefined){
data.output_mode = "files_with_matches";
}
if(data["-i"] === undefined){
data["-i"] = false;
}
if(data.multiline === undefined){
data.multiline = false;
}
if(data.include_ignored === undefined){
data.include_ignored = false;
}
if(data["-n"] === undefined){
data["-n"] = true;
}
if(data["-A"] === undefined){
data["-A"] = 0;
}
if(data["-B"] === undefined){
data["-B"] = 0;
}
if(data["-C"] === undefined){
data["-C"] = 0;
}
if(data.head_limit === undefined){
data.head_limit = 250;
}
if(data.offset === undefined){
data.offset = 0;
}
if(data.pattern === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "pattern"},message:"must have required property '"+"pattern"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.pattern !== undefined){
let data0 = data.pattern;
if(typeof data0 === "string"){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/pattern",schemaPath:"#/properties/pattern/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err3 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.glob !== undefined){
if(typeof data.glob !== "string"){
const err4 = {instancePath:instancePath+"/glob",schemaPath:"#/properties/glob/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.type !== undefined){
if(typeof data.type !== "string"){
const err5 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
let data4 = data.output_mode;
if(typeof data4 !== "string"){
const err6 = {instancePath:instancePath+"/output_mode",schemaPath:"#/properties/output_mode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!(((data4 === "content") || (data4 === "files_with_matches")) || (data4 === "count_matches"))){
const err7 = {instancePath:instancePath+"/output_mode",schemaPath:"#/properties/output_mode/enum",keyword:"enum",params:{allowedValues: schema285.properties.output_mode.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(typeof data["-i"] !== "boolean"){
const err8 = {instancePath:instancePath+"/-i",schemaPath:"#/properties/-i/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(typeof data.multiline !== "boolean"){
const err9 = {instancePath:instancePath+"/multiline",schemaPath:"#/properties/multiline/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(typeof data.include_ignored !== "boolean"){
const err10 = {instancePath:instancePath+"/include_ignored",schemaPath:"#/properties/include_ignored/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(typeof data["-n"] !== "boolean"){
const err11 = {instancePath:instancePath+"/-n",schemaPath:"#/properties/-n/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
let data9 = data["-A"];
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err12 = {instancePath:instancePath+"/-A",schemaPath:"#/properties/-A/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
const err13 = {instancePath:instancePath+"/-A",schemaPath:"#/properties/-A/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
let data10 = data["-B"];
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err14 = {instancePath:instancePath+"/-B",schemaPath:"#/properties/-B/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
const err15 = {instancePath:instancePath+"/-B",schemaPath:"#/properties/-B/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
let data11 = data["-C"];
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err16 = {instancePath:instancePath+"/-C",schemaPath:"#/properties/-C/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
const err17 = {instancePath:instancePath+"/-C",schemaPath:"#/properties/-C/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
let data12 = data.head_limit;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err18 = {instancePath:instancePath+"/head_limit",schemaPath:"#/properties/head_limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 0 || isNaN(data12)){
const err19 = {instancePath:instancePath+"/head_limit",schemaPath:"#/properties/head_limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
let data13 = data.offset;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err20 = {instancePath:instancePath+"/offset",schemaPath:"#/properties/offset/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 < 0 || isNaN(data13)){
const err21 = {instancePath:instancePath+"/offset",schemaPath:"#/properties/offset/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
validate351.errors = vErrors;
return errors === 0;
}
validate351.evaluated = {"props":{"pattern":true,"path":true,"glob":true,"type":true,"output_mode":true,"-i":true,"multiline":true,"include_ignored":true,"-n":true,"-A":true,"-B":true,"-C":true,"head_limit":true,"offset":true},"dynamicProps":false,"dynamicItems":false};

const v4_14 = validate352;
const schema286 = {"type":"object","properties":{"path":{"type":"string"},"line_offset":{"type":"integer","minimum":-1000,"default":1},"n_lines":{"type":"integer","minimum":1,"default":1000}},"required":["path"],"$id":"v4_14"};

function validate352(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_14" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate352.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.line_offset === undefined){
data.line_offset = 1;
}
if(data.n_lines === undefined){
data.n_lines = 1000;
}
if(data.path === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err1 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
let data1 = data.line_offset;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/line_offset",schemaPath:"#/properties/line_offset/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < -1000 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/line_offset",schemaPath:"#/properties/line_offset/minimum",keyword:"minimum",params:{comparison: ">=", limit: -1000},message:"must be >= -1000"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
let data2 = data.n_lines;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err4 = {instancePath:instancePath+"/n_lines",schemaPath:"#/properties/n_lines/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 1 || isNaN(data2)){
const err5 = {instancePath:instancePath+"/n_lines",schemaPath:"#/properties/n_lines/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate352.errors = vErrors;
return errors === 0;
}
validate352.evaluated = {"props":{"path":true,"line_offset":true,"n_lines":true},"dynamicProps":false,"dynamicItems":false};

const v4_15 = validate353;
const schema287 = {"type":"object","properties":{"path":{"type":"string"},"region":{"type":"object","properties":{"x":{"type":"integer","minimum":0},"y":{"type":"integer","minimum":0},"width":{"type":"integer","minimum":1},"height":{"type":"integer","minimum":1}},"required":["x","y","width","height"]},"full_resolution":{"type":"boolean","default":false}},"required":["path"],"$id":"v4_15"};

function validate353(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_15" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate353.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.full_resolution === undefined){
data.full_resolution = false;
}
if(data.path === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err1 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.region !== undefined){
let data1 = data.region;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.x === undefined){
const err2 = {instancePath:instancePath+"/region",schemaPath:"#/properties/region/required",keyword:"required",params:{missingProperty: "x"},message:"must have required property '"+"x"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1.y === undefined){
const err3 = {instancePath:instancePath+"/region",schemaPath:"#/properties/region/required",keyword:"required",params:{missingProperty: "y"},message:"must have required property '"+"y"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1.width === undefined){
const err4 = {instancePath:instancePath+"/region",schemaPath:"#/properties/region/required",keyword:"required",params:{missingProperty: "width"},message:"must have required property '"+"width"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1.height === undefined){
const err5 = {instancePath:instancePath+"/region",schemaPath:"#/properties/region/required",keyword:"required",params:{missingProperty: "height"},message:"must have required property '"+"height"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1.x !== undefined){
let data2 = data1.x;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err6 = {instancePath:instancePath+"/region/x",schemaPath:"#/properties/region/properties/x/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 0 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/region/x",schemaPath:"#/properties/region/properties/x/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data1.y !== undefined){
let data3 = data1.y;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err8 = {instancePath:instancePath+"/region/y",schemaPath:"#/properties/region/properties/y/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/region/y",schemaPath:"#/properties/region/properties/y/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data1.width !== undefined){
let data4 = data1.width;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err10 = {instancePath:instancePath+"/region/width",schemaPath:"#/properties/region/properties/width/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 1 || isNaN(data4)){
const err11 = {instancePath:instancePath+"/region/width",schemaPath:"#/properties/region/properties/width/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
if(data1.height !== undefined){
let data5 = data1.height;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err12 = {instancePath:instancePath+"/region/height",schemaPath:"#/properties/region/properties/height/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 1 || isNaN(data5)){
const err13 = {instancePath:instancePath+"/region/height",schemaPath:"#/properties/region/properties/height/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
}
else {
const err14 = {instancePath:instancePath+"/region",schemaPath:"#/properties/region/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(typeof data.full_resolution !== "boolean"){
const err15 = {instancePath:instancePath+"/full_resolution",schemaPath:"#/properties/full_resolution/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate353.errors = vErrors;
return errors === 0;
}
validate353.evaluated = {"props":{"path":true,"region":true,"full_resolution":true},"dynamicProps":false,"dynamicItems":false};

const v4_16 = validate354;
const schema288 = {"type":"object","properties":{"value":{"type":"number","exclusiveMinimum":0},"unit":{"type":"string","enum":["turns","tokens","milliseconds","seconds","minutes","hours"]}},"required":["value","unit"],"$id":"v4_16"};

function validate354(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_16" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate354.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.value === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.unit === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "unit"},message:"must have required property '"+"unit"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.value !== undefined){
let data0 = data.value;
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 <= 0 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/value",schemaPath:"#/properties/value/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/value",schemaPath:"#/properties/value/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.unit !== undefined){
let data1 = data.unit;
if(typeof data1 !== "string"){
const err4 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!((((((data1 === "turns") || (data1 === "tokens")) || (data1 === "milliseconds")) || (data1 === "seconds")) || (data1 === "minutes")) || (data1 === "hours"))){
const err5 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/enum",keyword:"enum",params:{allowedValues: schema288.properties.unit.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate354.errors = vErrors;
return errors === 0;
}
validate354.evaluated = {"props":{"value":true,"unit":true},"dynamicProps":false,"dynamicItems":false};

const v4_17 = validate355;
const schema289 = {"type":"object","properties":{"skill":{"type":"string","minLength":1},"args":{"type":"string","maxLength":100000}},"required":["skill"],"$id":"v4_17"};

function validate355(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_17" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate355.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.skill === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "skill"},message:"must have required property '"+"skill"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.skill !== undefined){
let data0 = data.skill;
if(typeof data0 === "string"){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/skill",schemaPath:"#/properties/skill/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/skill",schemaPath:"#/properties/skill/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.args !== undefined){
let data1 = data.args;
if(typeof data1 === "string"){
if(data1.length > 100000){
const err3 = {instancePath:instancePath+"/args",schemaPath:"#/properties/args/maxLength",keyword:"maxLength",params:{limit: 100000},message:"must NOT have more than 100000 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/args",schemaPath:"#/properties/args/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate355.errors = vErrors;
return errors === 0;
}
validate355.evaluated = {"props":{"skill":true,"args":true},"dynamicProps":false,"dynamicItems":false};

const v4_18 = validate356;
const schema290 = {"type":"object","properties":{"active_only":{"type":"boolean","default":true},"limit":{"type":"integer","minimum":1,"maximum":100,"default":20}},"$id":"v4_18"};

function validate356(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_18" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate356.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.active_only === undefined){
data.active_only = true;
}
if(data.limit === undefined){
data.limit = 20;
}
if(typeof data.active_only !== "boolean"){
const err0 = {instancePath:instancePath+"/active_only",schemaPath:"#/properties/active_only/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
let data1 = data.limit;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err1 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 100 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate356.errors = vErrors;
return errors === 0;
}
validate356.evaluated = {"props":{"active_only":true,"limit":true},"dynamicProps":false,"dynamicItems":false};

const v4_19 = validate357;
const schema291 = {"type":"object","properties":{"task_id":{"type":"string"}},"required":["task_id"],"$id":"v4_19"};

function validate357(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_19" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate357.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.task_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "task_id"},message:"must have required property '"+"task_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.task_id !== undefined){
if(typeof data.task_id !== "string"){
const err1 = {instancePath:instancePath+"/task_id",schemaPath:"#/properties/task_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate357.errors = vErrors;
return errors === 0;
}
validate357.evaluated = {"props":{"task_id":true},"dynamicProps":false,"dynamicItems":false};

const v4_20 = validate358;
const schema292 = {"type":"object","properties":{"task_id":{"type":"string"},"reason":{"type":"string","default":"Stopped by TaskStop"}},"required":["task_id"],"$id":"v4_20"};

function validate358(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_20" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate358.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.reason === undefined){
data.reason = "Stopped by TaskStop";
}
if(data.task_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "task_id"},message:"must have required property '"+"task_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.task_id !== undefined){
if(typeof data.task_id !== "string"){
const err1 = {instancePath:instancePath+"/task_id",schemaPath:"#/properties/task_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(typeof data.reason !== "string"){
const err2 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate358.errors = vErrors;
return errors === 0;
}
validate358.evaluated = {"props":{"task_id":true,"reason":true},"dynamicProps":false,"dynamicItems":false};

const v4_21 = validate359;
const schema293 = {"type":"object","properties":{"todos":{"type":"array","maxItems":100,"items":{"type":"object","properties":{"title":{"type":"string","minLength":1},"status":{"type":"string","enum":["pending","in_progress","done"]}},"required":["title","status"]}}},"$id":"v4_21"};

function validate359(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_21" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate359.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.todos !== undefined){
let data0 = data.todos;
if(Array.isArray(data0)){
if(data0.length > 100){
const err0 = {instancePath:instancePath+"/todos",schemaPath:"#/properties/todos/maxItems",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const len0 = data0.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.title === undefined){
const err1 = {instancePath:instancePath+"/todos/" + i0,schemaPath:"#/properties/todos/items/required",keyword:"required",params:{missingProperty: "title"},message:"must have required property '"+"title"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data1.status === undefined){
const err2 = {instancePath:instancePath+"/todos/" + i0,schemaPath:"#/properties/todos/items/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1.title !== undefined){
let data2 = data1.title;
if(typeof data2 === "string"){
if(data2.length < 1){
const err3 = {instancePath:instancePath+"/todos/" + i0+"/title",schemaPath:"#/properties/todos/items/properties/title/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/todos/" + i0+"/title",schemaPath:"#/properties/todos/items/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data1.status !== undefined){
let data3 = data1.status;
if(typeof data3 !== "string"){
const err5 = {instancePath:instancePath+"/todos/" + i0+"/status",schemaPath:"#/properties/todos/items/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!(((data3 === "pending") || (data3 === "in_progress")) || (data3 === "done"))){
const err6 = {instancePath:instancePath+"/todos/" + i0+"/status",schemaPath:"#/properties/todos/items/properties/status/enum",keyword:"enum",params:{allowedValues: schema293.properties.todos.items.properties.status.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/todos/" + i0,schemaPath:"#/properties/todos/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/todos",schemaPath:"#/properties/todos/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate359.errors = vErrors;
return errors === 0;
}
validate359.evaluated = {"props":{"todos":true},"dynamicProps":false,"dynamicItems":false};

const v4_22 = validate360;
const schema294 = {"type":"object","properties":{"status":{"type":"string","enum":["active","complete","blocked"]},"reason":{"type":"string"}},"required":["status"],"$id":"v4_22"};

function validate360(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_22" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate360.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.status !== undefined){
let data0 = data.status;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!(((data0 === "active") || (data0 === "complete")) || (data0 === "blocked"))){
const err2 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema294.properties.status.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.reason !== undefined){
if(typeof data.reason !== "string"){
const err3 = {instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate360.errors = vErrors;
return errors === 0;
}
validate360.evaluated = {"props":{"status":true,"reason":true},"dynamicProps":false,"dynamicItems":false};

const v4_23 = validate361;
const schema295 = {"type":"object","properties":{"timeout":{"type":"integer","minimum":1,"maximum":600},"task_id":{"type":"string"}},"required":["timeout"],"$id":"v4_23"};

function validate361(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_23" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate361.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.timeout === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "timeout"},message:"must have required property '"+"timeout"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.timeout !== undefined){
let data0 = data.timeout;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/timeout",schemaPath:"#/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 600 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/timeout",schemaPath:"#/properties/timeout/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/timeout",schemaPath:"#/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.task_id !== undefined){
if(typeof data.task_id !== "string"){
const err4 = {instancePath:instancePath+"/task_id",schemaPath:"#/properties/task_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate361.errors = vErrors;
return errors === 0;
}
validate361.evaluated = {"props":{"timeout":true,"task_id":true},"dynamicProps":false,"dynamicItems":false};

const v4_24 = validate362;
const schema296 = {"type":"object","properties":{"query":{"type":"string","minLength":1,"maxLength":400}},"required":["query"],"$id":"v4_24"};

function validate362(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_24" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate362.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.query === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "query"},message:"must have required property '"+"query"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.query !== undefined){
let data0 = data.query;
if(typeof data0 === "string"){
if(data0.length > 400){
const err1 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/maxLength",keyword:"maxLength",params:{limit: 400},message:"must NOT have more than 400 characters"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate362.errors = vErrors;
return errors === 0;
}
validate362.evaluated = {"props":{"query":true},"dynamicProps":false,"dynamicItems":false};

const v4_25 = validate363;
const schema297 = {"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"},"mode":{"type":"string","enum":["overwrite","append"],"default":"overwrite"}},"required":["path","content"],"$id":"v4_25"};

function validate363(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v4_25" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate363.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.mode === undefined){
data.mode = "overwrite";
}
if(data.path === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.content === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "content"},message:"must have required property '"+"content"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.path !== undefined){
if(typeof data.path !== "string"){
const err2 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.content !== undefined){
if(typeof data.content !== "string"){
const err3 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
let data2 = data.mode;
if(typeof data2 !== "string"){
const err4 = {instancePath:instancePath+"/mode",schemaPath:"#/properties/mode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!((data2 === "overwrite") || (data2 === "append"))){
const err5 = {instancePath:instancePath+"/mode",schemaPath:"#/properties/mode/enum",keyword:"enum",params:{allowedValues: schema297.properties.mode.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate363.errors = vErrors;
return errors === 0;
}
validate363.evaluated = {"props":{"path":true,"content":true,"mode":true},"dynamicProps":false,"dynamicItems":false};

const v5_0 = validate364;
const schema298 = {"type":"object","properties":{"name":{"type":"string","pattern":"^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$"},"description":{"type":"string","minLength":1},"whenToUse":{"type":"string"},"tools":{"type":"array","maxItems":500,"items":{"type":"string","minLength":1}},"disallowedTools":{"type":"array","maxItems":500,"items":{"type":"string","minLength":1}},"subagents":{"type":"array","maxItems":500,"items":{"type":"string","minLength":1}},"model":{"type":"string","minLength":1},"override":{"type":"boolean","default":false}},"required":["description"],"$id":"v5_0"};
const pattern35 = new RegExp("^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$", "u");

function validate364(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v5_0" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate364.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.override === undefined){
data.override = false;
}
if(data.description === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "description"},message:"must have required property '"+"description"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(!pattern35.test(data0)){
const err1 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$"},message:"must match pattern \""+"^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$"+"\""};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.description !== undefined){
let data1 = data.description;
if(typeof data1 === "string"){
if(data1.length < 1){
const err3 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.whenToUse !== undefined){
if(typeof data.whenToUse !== "string"){
const err5 = {instancePath:instancePath+"/whenToUse",schemaPath:"#/properties/whenToUse/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.tools !== undefined){
let data3 = data.tools;
if(Array.isArray(data3)){
if(data3.length > 500){
const err6 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/maxItems",keyword:"maxItems",params:{limit: 500},message:"must NOT have more than 500 items"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const len0 = data3.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(data4.length < 1){
const err7 = {instancePath:instancePath+"/tools/" + i0,schemaPath:"#/properties/tools/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/tools/" + i0,schemaPath:"#/properties/tools/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.disallowedTools !== undefined){
let data5 = data.disallowedTools;
if(Array.isArray(data5)){
if(data5.length > 500){
const err10 = {instancePath:instancePath+"/disallowedTools",schemaPath:"#/properties/disallowedTools/maxItems",keyword:"maxItems",params:{limit: 500},message:"must NOT have more than 500 items"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
const len1 = data5.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
let data6 = data5[i1];
if(typeof data6 === "string"){
if(data6.length < 1){
const err11 = {instancePath:instancePath+"/disallowedTools/" + i1,schemaPath:"#/properties/disallowedTools/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/disallowedTools/" + i1,schemaPath:"#/properties/disallowedTools/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/disallowedTools",schemaPath:"#/properties/disallowedTools/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.subagents !== undefined){
let data7 = data.subagents;
if(Array.isArray(data7)){
if(data7.length > 500){
const err14 = {instancePath:instancePath+"/subagents",schemaPath:"#/properties/subagents/maxItems",keyword:"maxItems",params:{limit: 500},message:"must NOT have more than 500 items"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
const len2 = data7.length;
for(let i2=0, before=errors; i2<len2 && errors-before<50; i2++){
let data8 = data7[i2];
if(typeof data8 === "string"){
if(data8.length < 1){
const err15 = {instancePath:instancePath+"/subagents/" + i2,schemaPath:"#/properties/subagents/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/subagents/" + i2,schemaPath:"#/properties/subagents/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/subagents",schemaPath:"#/properties/subagents/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.model !== undefined){
let data9 = data.model;
if(typeof data9 === "string"){
if(data9.length < 1){
const err18 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(typeof data.override !== "boolean"){
const err20 = {instancePath:instancePath+"/override",schemaPath:"#/properties/override/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate364.errors = vErrors;
return errors === 0;
}
validate364.evaluated = {"props":{"name":true,"description":true,"whenToUse":true,"tools":true,"disallowedTools":true,"subagents":true,"model":true,"override":true},"dynamicProps":false,"dynamicItems":false};

const v5_1 = validate365;
const schema299 = {"type":"object","properties":{"default_model":{"type":"string","minLength":1},"default_provider":{"type":"string","minLength":1},"default_permission_mode":{"type":"string","enum":["manual","yolo","auto"],"default":"manual"},"default_plan_mode":{"type":"boolean","default":false},"extra_skill_dirs":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"extra_agent_dirs":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"merge_all_available_skills":{"type":"boolean","default":true},"builtin_product_skills":{"type":"boolean","default":true},"providers":{"type":"object","additionalProperties":{"type":"object","properties":{"type":{"$ref":"ProviderType.json"},"api_key":{"type":"string"},"api_key_env":{"type":"string"},"base_url":{"type":"string","minLength":1},"env":{"type":"object","properties":{"ANTHROPIC_API_KEY":{"type":"string"},"ANTHROPIC_BASE_URL":{"type":"string"},"OPENAI_API_KEY":{"type":"string"},"OPENAI_BASE_URL":{"type":"string"},"GOOGLE_API_KEY":{"type":"string"},"VERTEXAI_API_KEY":{"type":"string"},"GOOGLE_CLOUD_PROJECT":{"type":"string"},"GOOGLE_CLOUD_LOCATION":{"type":"string"}}},"oauth":{"type":"object","properties":{"storage":{"type":"string"},"key":{"type":"string"},"oauth_host":{"type":"string"}}},"custom_headers":{"type":"object","additionalProperties":{"type":"string"}},"default_model":{"type":"string","minLength":1},"source":{"type":"object","additionalProperties":true}},"required":["type"]}},"models":{"type":"object","additionalProperties":{"type":"object","properties":{"provider":{"type":"string","minLength":1},"model":{"type":"string","minLength":1},"base_url":{"type":"string","minLength":1},"protocol":{"$ref":"ProviderType.json"},"max_context_size":{"type":"integer","minimum":1},"max_input_size":{"type":"integer","minimum":1},"max_output_size":{"type":"integer","minimum":1},"capabilities":{"type":"array","items":{"type":"string","enum":["image_in","video_in","audio_in","thinking","always_thinking","tool_use"]}},"support_efforts":{"type":"array","items":{"type":"string","minLength":1}},"default_effort":{"type":"string","minLength":1},"off_effort":{"type":"string","minLength":1},"display_name":{"type":"string"},"reasoning_key":{"type":"string"},"adaptive_thinking":{"type":"boolean"},"api_key":{"type":"string"},"api_key_env":{"type":"string"},"price":{"type":"object","properties":{"input":{"type":"number","minimum":0,"maximum":1000000},"output":{"type":"number","minimum":0,"maximum":1000000},"cache_read":{"type":"number","minimum":0,"maximum":1000000},"cache_write":{"type":"number","minimum":0,"maximum":1000000}},"required":["input","output"]},"overrides":{"type":"object","properties":{"max_context_size":{"type":"integer","minimum":1},"max_input_size":{"type":"integer","minimum":1},"max_output_size":{"type":"integer","minimum":1},"capabilities":{"type":"array","items":{"type":"string","enum":["image_in","video_in","audio_in","thinking","always_thinking","tool_use"]}},"support_efforts":{"type":"array","items":{"type":"string","minLength":1}},"default_effort":{"type":"string","minLength":1},"off_effort":{"type":"string","minLength":1},"display_name":{"type":"string"},"reasoning_key":{"type":"string"},"adaptive_thinking":{"type":"boolean"},"api_key":{"type":"string"},"api_key_env":{"type":"string"},"price":{"type":"object","properties":{"input":{"type":"number","minimum":0,"maximum":1000000},"output":{"type":"number","minimum":0,"maximum":1000000},"cache_read":{"type":"number","minimum":0,"maximum":1000000},"cache_write":{"type":"number","minimum":0,"maximum":1000000}},"required":["input","output"]}}}},"required":["model","max_context_size"]}},"thinking":{"type":"object","properties":{"enabled":{"type":"boolean","default":true},"effort":{"type":"string","minLength":1},"keep":{"enum":["all","none","off","false","no","0",false,0],"default":"all"}}},"loop_control":{"type":"object","properties":{"max_steps_per_turn":{"type":"integer","minimum":0,"default":0},"max_attempts_per_step":{"type":"integer","minimum":1,"default":10},"reserved_context_size":{"type":"integer","minimum":0,"default":50000},"compaction_trigger_ratio":{"type":"number","minimum":0.5,"maximum":0.99,"default":0.85}}},"token_counting":{"type":"object","properties":{"strategy":{"type":"string","enum":["measured+estimated","measured","estimated"],"default":"measured+estimated"}}},"background":{"type":"object","properties":{"max_running_tasks":{"type":"integer","minimum":1},"keep_alive_on_exit":{"type":"boolean","default":false},"kill_grace_period_ms":{"type":"integer","minimum":0,"default":5000},"bash_auto_background_on_timeout":{"type":"boolean","default":true},"bash_task_timeout_s":{"type":"integer","minimum":0},"print_background_mode":{"type":"string","enum":["exit","drain","steer"]},"print_wait_ceiling_s":{"type":"integer","minimum":0,"default":2147483},"print_max_turns":{"type":"integer","minimum":1,"default":100000}}},"subagent":{"type":"object","properties":{"timeout_ms":{"type":"integer","minimum":0}}},"mcp":{"type":"object","properties":{"startup_timeout_ms":{"type":"integer","minimum":1,"default":30000},"tool_timeout_ms":{"type":"integer","minimum":1,"default":60000}}},"tools":{"type":"object","properties":{"enabled":{"type":"array","items":{"type":"string","minLength":1},"default":[]},"disabled":{"type":"array","items":{"type":"string","minLength":1},"default":[]}}},"image":{"type":"object","properties":{"max_edge_px":{"type":"integer","minimum":1,"default":2000},"read_byte_budget":{"type":"integer","minimum":1,"default":262144}}},"checkpoints":{"type":"object","properties":{"enabled":{"type":"boolean","default":true},"max_file_mb":{"type":"integer","minimum":1,"maximum":100,"default":5},"max_total_mb":{"type":"integer","minimum":1,"default":500},"max_files":{"type":"integer","minimum":1,"maximum":200000,"default":20000}}},"budget":{"type":"object","properties":{"session_usd":{"type":"number","exclusiveMinimum":0,"maximum":1000000},"day_usd":{"type":"number","exclusiveMinimum":0,"maximum":1000000},"warn_ratio":{"type":"number","minimum":0,"maximum":1,"default":0.8}}},"identity":{"type":"object","properties":{"name":{"type":"string","minLength":1,"default":"Agent"},"slug":{"type":"string","minLength":1}}},"services":{"type":"object","properties":{"search":{"type":"object","properties":{"base_url":{"type":"string","minLength":1},"api_key":{"type":"string"},"api_key_env":{"type":"string"},"oauth":{"type":"object","properties":{"storage":{"type":"string"},"key":{"type":"string"},"oauth_host":{"type":"string"}}},"custom_headers":{"type":"object","additionalProperties":{"type":"string"}}}},"fetch":{"type":"object","properties":{"base_url":{"type":"string","minLength":1},"api_key":{"type":"string"},"api_key_env":{"type":"string"},"oauth":{"type":"object","properties":{"storage":{"type":"string"},"key":{"type":"string"},"oauth_host":{"type":"string"}}},"custom_headers":{"type":"object","additionalProperties":{"type":"string"}}}}}},"offline":{"type":"object","properties":{"enabled":{"type":"boolean","default":true}}},"experimental":{"type":"object","additionalProperties":{"type":"boolean"},"default":{}},"permission":{"type":"object","properties":{"rules":{"type":"array","items":{"type":"object","properties":{"decision":{"type":"string","enum":["allow","deny","ask"]},"pattern":{"type":"string","minLength":1},"reason":{"type":"string"},"scope":{"type":"string"}},"required":["decision","pattern"]}},"allow":{"type":"array","items":{"type":"string","minLength":1}},"deny":{"type":"array","items":{"type":"string","minLength":1}},"ask":{"type":"array","items":{"type":"string","minLength":1}}}},"hooks":{"type":"array","items":{"type":"object","properties":{"event":{"type":"string","enum":["PreToolUse","PostToolUse","PostToolUseFailure","PermissionRequest","PermissionResult","UserPromptSubmit","UserPromptQueued","TurnStarted","Stop","StopFailure","Interrupt","SessionStart","SessionEnd","SessionHeartbeat","SubagentStart","SubagentStop","TaskStarted","PreCompact","PostCompact","Notification"]},"command":{"type":"string","minLength":1},"matcher":{"type":"string"},"timeout":{"type":"integer","minimum":1,"maximum":600,"default":30}},"additionalProperties":false,"required":["event","command"]}}},"$id":"v5_1"};

function validate365(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v5_1" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate365.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.default_permission_mode === undefined){
data.default_permission_mode = "manual";
}
if(data.default_plan_mode === undefined){
data.default_plan_mode = false;
}
if(data.extra_skill_dirs === undefined){
data.extra_skill_dirs = [];
}
if(data.extra_agent_dirs === undefined){
data.extra_agent_dirs = [];
}
if(data.merge_all_available_skills === undefined){
data.merge_all_available_skills = true;
}
if(data.builtin_product_skills === undefined){
data.builtin_product_skills = true;
}
if(data.experimental === undefined){
data.experimental = {};
}
if(data.default_model !== undefined){
let data0 = data.default_model;
if(typeof data0 === "string"){
if(data0.length < 1){
const err0 = {instancePath:instancePath+"/default_model",schemaPath:"#/properties/default_model/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/default_model",schemaPath:"#/properties/default_model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.default_provider !== undefined){
let data1 = data.default_provider;
if(typeof data1 === "string"){
if(data1.length < 1){
const err2 = {instancePath:instancePath+"/default_provider",schemaPath:"#/properties/default_provider/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/default_provider",schemaPath:"#/properties/default_provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
let data2 = data.default_permission_mode;
if(typeof data2 !== "string"){
const err4 = {instancePath:instancePath+"/default_permission_mode",schemaPath:"#/properties/default_permission_mode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!(((data2 === "manual") || (data2 === "yolo")) || (data2 === "auto"))){
const err5 = {instancePath:instancePath+"/default_permission_mode",schemaPath:"#/properties/default_permission_mode/enum",keyword:"enum",params:{allowedValues: schema299.properties.default_permission_mode.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(typeof data.default_plan_mode !== "boolean"){
const err6 = {instancePath:instancePath+"/default_plan_mode",schemaPath:"#/properties/default_plan_mode/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
let data4 = data.extra_skill_dirs;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data5 = data4[i0];
if(typeof data5 === "string"){
if(data5.length < 1){
const err7 = {instancePath:instancePath+"/extra_skill_dirs/" + i0,schemaPath:"#/properties/extra_skill_dirs/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/extra_skill_dirs/" + i0,schemaPath:"#/properties/extra_skill_dirs/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/extra_skill_dirs",schemaPath:"#/properties/extra_skill_dirs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
let data6 = data.extra_agent_dirs;
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i1=0, before=errors; i1<len1 && errors-before<50; i1++){
let data7 = data6[i1];
if(typeof data7 === "string"){
if(data7.length < 1){
const err10 = {instancePath:instancePath+"/extra_agent_dirs/" + i1,schemaPath:"#/properties/extra_agent_dirs/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/extra_agent_dirs/" + i1,schemaPath:"#/properties/extra_agent_dirs/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/extra_agent_dirs",schemaPath:"#/properties/extra_agent_dirs/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(typeof data.merge_all_available_skills !== "boolean"){
const err13 = {instancePath:instancePath+"/merge_all_available_skills",schemaPath:"#/properties/merge_all_available_skills/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(typeof data.builtin_product_skills !== "boolean"){
const err14 = {instancePath:instancePath+"/builtin_product_skills",schemaPath:"#/properties/builtin_product_skills/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.providers !== undefined){
let data10 = data.providers;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
const before_key0=errors;
for(const key0 in data10){
if(errors-before_key0>=50) break;
let data11 = data10[key0];
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.type === undefined){
const err15 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/providers/additionalProperties/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data11.type !== undefined){
if(!(validate234(data11.type, {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/type",parentData:data11,parentDataProperty:"type",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate234.errors : vErrors.concat(validate234.errors);
errors = vErrors.length;
}
}
if(data11.api_key !== undefined){
if(typeof data11.api_key !== "string"){
const err16 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/api_key",schemaPath:"#/properties/providers/additionalProperties/properties/api_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data11.api_key_env !== undefined){
if(typeof data11.api_key_env !== "string"){
const err17 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/api_key_env",schemaPath:"#/properties/providers/additionalProperties/properties/api_key_env/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data11.base_url !== undefined){
let data15 = data11.base_url;
if(typeof data15 === "string"){
if(data15.length < 1){
const err18 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/base_url",schemaPath:"#/properties/providers/additionalProperties/properties/base_url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/base_url",schemaPath:"#/properties/providers/additionalProperties/properties/base_url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data11.env !== undefined){
let data16 = data11.env;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(data16.ANTHROPIC_API_KEY !== undefined){
if(typeof data16.ANTHROPIC_API_KEY !== "string"){
const err20 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/env/ANTHROPIC_API_KEY",schemaPath:"#/properties/providers/additionalProperties/properties/env/properties/ANTHROPIC_API_KEY/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data16.ANTHROPIC_BASE_URL !== undefined){
if(typeof data16.ANTHROPIC_BASE_URL !== "string"){
const err21 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/env/ANTHROPIC_BASE_URL",schemaPath:"#/properties/providers/additionalProperties/properties/env/properties/ANTHROPIC_BASE_URL/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data16.OPENAI_API_KEY !== undefined){
if(typeof data16.OPENAI_API_KEY !== "string"){
const err22 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/env/OPENAI_API_KEY",schemaPath:"#/properties/providers/additionalProperties/properties/env/properties/OPENAI_API_KEY/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data16.OPENAI_BASE_URL !== undefined){
if(typeof data16.OPENAI_BASE_URL !== "string"){
const err23 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/env/OPENAI_BASE_URL",schemaPath:"#/properties/providers/additionalProperties/properties/env/properties/OPENAI_BASE_URL/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data16.GOOGLE_API_KEY !== undefined){
if(typeof data16.GOOGLE_API_KEY !== "string"){
const err24 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/env/GOOGLE_API_KEY",schemaPath:"#/properties/providers/additionalProperties/properties/env/properties/GOOGLE_API_KEY/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data16.VERTEXAI_API_KEY !== undefined){
if(typeof data16.VERTEXAI_API_KEY !== "string"){
const err25 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/env/VERTEXAI_API_KEY",schemaPath:"#/properties/providers/additionalProperties/properties/env/properties/VERTEXAI_API_KEY/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data16.GOOGLE_CLOUD_PROJECT !== undefined){
if(typeof data16.GOOGLE_CLOUD_PROJECT !== "string"){
const err26 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/env/GOOGLE_CLOUD_PROJECT",schemaPath:"#/properties/providers/additionalProperties/properties/env/properties/GOOGLE_CLOUD_PROJECT/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data16.GOOGLE_CLOUD_LOCATION !== undefined){
if(typeof data16.GOOGLE_CLOUD_LOCATION !== "string"){
const err27 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/env/GOOGLE_CLOUD_LOCATION",schemaPath:"#/properties/providers/additionalProperties/properties/env/properties/GOOGLE_CLOUD_LOCATION/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/env",schemaPath:"#/properties/providers/additionalProperties/properties/env/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data11.oauth !== undefined){
let data25 = data11.oauth;
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.storage !== undefined){
if(typeof data25.storage !== "string"){
const err29 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/oauth/storage",schemaPath:"#/properties/providers/additionalProperties/properties/oauth/properties/storage/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data25.key !== undefined){
if(typeof data25.key !== "string"){
const err30 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/oauth/key",schemaPath:"#/properties/providers/additionalProperties/properties/oauth/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data25.oauth_host !== undefined){
if(typeof data25.oauth_host !== "string"){
const err31 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/oauth/oauth_host",schemaPath:"#/properties/providers/additionalProperties/properties/oauth/properties/oauth_host/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/oauth",schemaPath:"#/properties/providers/additionalProperties/properties/oauth/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data11.custom_headers !== undefined){
let data29 = data11.custom_headers;
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
const before_key1=errors;
for(const key1 in data29){
if(errors-before_key1>=50) break;
if(typeof data29[key1] !== "string"){
const err33 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/custom_headers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/providers/additionalProperties/properties/custom_headers/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/custom_headers",schemaPath:"#/properties/providers/additionalProperties/properties/custom_headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data11.default_model !== undefined){
let data31 = data11.default_model;
if(typeof data31 === "string"){
if(data31.length < 1){
const err35 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/default_model",schemaPath:"#/properties/providers/additionalProperties/properties/default_model/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/default_model",schemaPath:"#/properties/providers/additionalProperties/properties/default_model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data11.source !== undefined){
let data32 = data11.source;
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
}
else {
const err37 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/source",schemaPath:"#/properties/providers/additionalProperties/properties/source/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
else {
const err38 = {instancePath:instancePath+"/providers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/providers/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath:instancePath+"/providers",schemaPath:"#/properties/providers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.models !== undefined){
let data33 = data.models;
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
const before_key2=errors;
for(const key2 in data33){
if(errors-before_key2>=50) break;
let data34 = data33[key2];
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
if(data34.model === undefined){
const err40 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/models/additionalProperties/required",keyword:"required",params:{missingProperty: "model"},message:"must have required property '"+"model"+"'"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(data34.max_context_size === undefined){
const err41 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/models/additionalProperties/required",keyword:"required",params:{missingProperty: "max_context_size"},message:"must have required property '"+"max_context_size"+"'"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data34.provider !== undefined){
let data35 = data34.provider;
if(typeof data35 === "string"){
if(data35.length < 1){
const err42 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/provider",schemaPath:"#/properties/models/additionalProperties/properties/provider/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/provider",schemaPath:"#/properties/models/additionalProperties/properties/provider/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data34.model !== undefined){
let data36 = data34.model;
if(typeof data36 === "string"){
if(data36.length < 1){
const err44 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/model",schemaPath:"#/properties/models/additionalProperties/properties/model/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
else {
const err45 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/model",schemaPath:"#/properties/models/additionalProperties/properties/model/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data34.base_url !== undefined){
let data37 = data34.base_url;
if(typeof data37 === "string"){
if(data37.length < 1){
const err46 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/base_url",schemaPath:"#/properties/models/additionalProperties/properties/base_url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/base_url",schemaPath:"#/properties/models/additionalProperties/properties/base_url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data34.protocol !== undefined){
if(!(validate234(data34.protocol, {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/protocol",parentData:data34,parentDataProperty:"protocol",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate234.errors : vErrors.concat(validate234.errors);
errors = vErrors.length;
}
}
if(data34.max_context_size !== undefined){
let data39 = data34.max_context_size;
if(!(((typeof data39 == "number") && (!(data39 % 1) && !isNaN(data39))) && (isFinite(data39)))){
const err48 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/max_context_size",schemaPath:"#/properties/models/additionalProperties/properties/max_context_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if((typeof data39 == "number") && (isFinite(data39))){
if(data39 < 1 || isNaN(data39)){
const err49 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/max_context_size",schemaPath:"#/properties/models/additionalProperties/properties/max_context_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
if(data34.max_input_size !== undefined){
let data40 = data34.max_input_size;
if(!(((typeof data40 == "number") && (!(data40 % 1) && !isNaN(data40))) && (isFinite(data40)))){
const err50 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/max_input_size",schemaPath:"#/properties/models/additionalProperties/properties/max_input_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if((typeof data40 == "number") && (isFinite(data40))){
if(data40 < 1 || isNaN(data40)){
const err51 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/max_input_size",schemaPath:"#/properties/models/additionalProperties/properties/max_input_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
if(data34.max_output_size !== undefined){
let data41 = data34.max_output_size;
if(!(((typeof data41 == "number") && (!(data41 % 1) && !isNaN(data41))) && (isFinite(data41)))){
const err52 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/max_output_size",schemaPath:"#/properties/models/additionalProperties/properties/max_output_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if((typeof data41 == "number") && (isFinite(data41))){
if(data41 < 1 || isNaN(data41)){
const err53 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/max_output_size",schemaPath:"#/properties/models/additionalProperties/properties/max_output_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
if(data34.capabilities !== undefined){
let data42 = data34.capabilities;
if(Array.isArray(data42)){
const len2 = data42.length;
for(let i2=0, before=errors; i2<len2 && errors-before<50; i2++){
let data43 = data42[i2];
if(typeof data43 !== "string"){
const err54 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/capabilities/" + i2,schemaPath:"#/properties/models/additionalProperties/properties/capabilities/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(!((((((data43 === "image_in") || (data43 === "video_in")) || (data43 === "audio_in")) || (data43 === "thinking")) || (data43 === "always_thinking")) || (data43 === "tool_use"))){
const err55 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/capabilities/" + i2,schemaPath:"#/properties/models/additionalProperties/properties/capabilities/items/enum",keyword:"enum",params:{allowedValues: schema299.properties.models.additionalProperties.properties.capabilities.items.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
else {
const err56 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/capabilities",schemaPath:"#/properties/models/additionalProperties/properties/capabilities/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data34.support_efforts !== undefined){
let data44 = data34.support_efforts;
if(Array.isArray(data44)){
const len3 = data44.length;
for(let i3=0, before=errors; i3<len3 && errors-before<50; i3++){
let data45 = data44[i3];
if(typeof data45 === "string"){
if(data45.length < 1){
const err57 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/support_efforts/" + i3,schemaPath:"#/properties/models/additionalProperties/properties/support_efforts/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
else {
const err58 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/support_efforts/" + i3,schemaPath:"#/properties/models/additionalProperties/properties/support_efforts/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
}
else {
const err59 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/support_efforts",schemaPath:"#/properties/models/additionalProperties/properties/support_efforts/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data34.default_effort !== undefined){
let data46 = data34.default_effort;
if(typeof data46 === "string"){
if(data46.length < 1){
const err60 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/default_effort",schemaPath:"#/properties/models/additionalProperties/properties/default_effort/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
else {
const err61 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/default_effort",schemaPath:"#/properties/models/additionalProperties/properties/default_effort/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data34.off_effort !== undefined){
let data47 = data34.off_effort;
if(typeof data47 === "string"){
if(data47.length < 1){
const err62 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/off_effort",schemaPath:"#/properties/models/additionalProperties/properties/off_effort/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
else {
const err63 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/off_effort",schemaPath:"#/properties/models/additionalProperties/properties/off_effort/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
if(data34.display_name !== undefined){
if(typeof data34.display_name !== "string"){
const err64 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/display_name",schemaPath:"#/properties/models/additionalProperties/properties/display_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data34.reasoning_key !== undefined){
if(typeof data34.reasoning_key !== "string"){
const err65 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/reasoning_key",schemaPath:"#/properties/models/additionalProperties/properties/reasoning_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data34.adaptive_thinking !== undefined){
if(typeof data34.adaptive_thinking !== "boolean"){
const err66 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/adaptive_thinking",schemaPath:"#/properties/models/additionalProperties/properties/adaptive_thinking/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data34.api_key !== undefined){
if(typeof data34.api_key !== "string"){
const err67 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/api_key",schemaPath:"#/properties/models/additionalProperties/properties/api_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data34.api_key_env !== undefined){
if(typeof data34.api_key_env !== "string"){
const err68 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/api_key_env",schemaPath:"#/properties/models/additionalProperties/properties/api_key_env/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data34.price !== undefined){
let data53 = data34.price;
if(data53 && typeof data53 == "object" && !Array.isArray(data53)){
if(data53.input === undefined){
const err69 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/price",schemaPath:"#/properties/models/additionalProperties/properties/price/required",keyword:"required",params:{missingProperty: "input"},message:"must have required property '"+"input"+"'"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if(data53.output === undefined){
const err70 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/price",schemaPath:"#/properties/models/additionalProperties/properties/price/required",keyword:"required",params:{missingProperty: "output"},message:"must have required property '"+"output"+"'"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
if(data53.input !== undefined){
let data54 = data53.input;
if((typeof data54 == "number") && (isFinite(data54))){
if(data54 > 1000000 || isNaN(data54)){
const err71 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/price/input",schemaPath:"#/properties/models/additionalProperties/properties/price/properties/input/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
if(data54 < 0 || isNaN(data54)){
const err72 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/price/input",schemaPath:"#/properties/models/additionalProperties/properties/price/properties/input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
else {
const err73 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/price/input",schemaPath:"#/properties/models/additionalProperties/properties/price/properties/input/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
if(data53.output !== undefined){
let data55 = data53.output;
if((typeof data55 == "number") && (isFinite(data55))){
if(data55 > 1000000 || isNaN(data55)){
const err74 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/price/output",schemaPath:"#/properties/models/additionalProperties/properties/price/properties/output/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
if(data55 < 0 || isNaN(data55)){
const err75 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/price/output",schemaPath:"#/properties/models/additionalProperties/properties/price/properties/output/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
else {
const err76 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/price/output",schemaPath:"#/properties/models/additionalProperties/properties/price/properties/output/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
if(data53.cache_read !== undefined){
let data56 = data53.cache_read;
if((typeof data56 == "number") && (isFinite(data56))){
if(data56 > 1000000 || isNaN(data56)){
const err77 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/price/cache_read",schemaPath:"#/properties/models/additionalProperties/properties/price/properties/cache_read/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
if(data56 < 0 || isNaN(data56)){
const err78 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/price/cache_read",schemaPath:"#/properties/models/additionalProperties/properties/price/properties/cache_read/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
else {
const err79 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/price/cache_read",schemaPath:"#/properties/models/additionalProperties/properties/price/properties/cache_read/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
if(data53.cache_write !== undefined){
let data57 = data53.cache_write;
if((typeof data57 == "number") && (isFinite(data57))){
if(data57 > 1000000 || isNaN(data57)){
const err80 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/price/cache_write",schemaPath:"#/properties/models/additionalProperties/properties/price/properties/cache_write/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(data57 < 0 || isNaN(data57)){
const err81 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/price/cache_write",schemaPath:"#/properties/models/additionalProperties/properties/price/properties/cache_write/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
else {
const err82 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/price/cache_write",schemaPath:"#/properties/models/additionalProperties/properties/price/properties/cache_write/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
}
else {
const err83 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/price",schemaPath:"#/properties/models/additionalProperties/properties/price/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
if(data34.overrides !== undefined){
let data58 = data34.overrides;
if(data58 && typeof data58 == "object" && !Array.isArray(data58)){
if(data58.max_context_size !== undefined){
let data59 = data58.max_context_size;
if(!(((typeof data59 == "number") && (!(data59 % 1) && !isNaN(data59))) && (isFinite(data59)))){
const err84 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/max_context_size",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/max_context_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
if((typeof data59 == "number") && (isFinite(data59))){
if(data59 < 1 || isNaN(data59)){
const err85 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/max_context_size",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/max_context_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
}
if(data58.max_input_size !== undefined){
let data60 = data58.max_input_size;
if(!(((typeof data60 == "number") && (!(data60 % 1) && !isNaN(data60))) && (isFinite(data60)))){
const err86 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/max_input_size",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/max_input_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
if((typeof data60 == "number") && (isFinite(data60))){
if(data60 < 1 || isNaN(data60)){
const err87 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/max_input_size",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/max_input_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
}
if(data58.max_output_size !== undefined){
let data61 = data58.max_output_size;
if(!(((typeof data61 == "number") && (!(data61 % 1) && !isNaN(data61))) && (isFinite(data61)))){
const err88 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/max_output_size",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/max_output_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
if((typeof data61 == "number") && (isFinite(data61))){
if(data61 < 1 || isNaN(data61)){
const err89 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/max_output_size",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/max_output_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
}
if(data58.capabilities !== undefined){
let data62 = data58.capabilities;
if(Array.isArray(data62)){
const len4 = data62.length;
for(let i4=0, before=errors; i4<len4 && errors-before<50; i4++){
let data63 = data62[i4];
if(typeof data63 !== "string"){
const err90 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/capabilities/" + i4,schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/capabilities/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
if(!((((((data63 === "image_in") || (data63 === "video_in")) || (data63 === "audio_in")) || (data63 === "thinking")) || (data63 === "always_thinking")) || (data63 === "tool_use"))){
const err91 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/capabilities/" + i4,schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/capabilities/items/enum",keyword:"enum",params:{allowedValues: schema299.properties.models.additionalProperties.properties.overrides.properties.capabilities.items.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
}
else {
const err92 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/capabilities",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/capabilities/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
if(data58.support_efforts !== undefined){
let data64 = data58.support_efforts;
if(Array.isArray(data64)){
const len5 = data64.length;
for(let i5=0, before=errors; i5<len5 && errors-before<50; i5++){
let data65 = data64[i5];
if(typeof data65 === "string"){
if(data65.length < 1){
const err93 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/support_efforts/" + i5,schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/support_efforts/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
else {
const err94 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/support_efforts/" + i5,schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/support_efforts/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
}
else {
const err95 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/support_efforts",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/support_efforts/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
if(data58.default_effort !== undefined){
let data66 = data58.default_effort;
if(typeof data66 === "string"){
if(data66.length < 1){
const err96 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/default_effort",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/default_effort/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
else {
const err97 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/default_effort",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/default_effort/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
if(data58.off_effort !== undefined){
let data67 = data58.off_effort;
if(typeof data67 === "string"){
if(data67.length < 1){
const err98 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/off_effort",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/off_effort/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
else {
const err99 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/off_effort",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/off_effort/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
if(data58.display_name !== undefined){
if(typeof data58.display_name !== "string"){
const err100 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/display_name",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/display_name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
if(data58.reasoning_key !== undefined){
if(typeof data58.reasoning_key !== "string"){
const err101 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/reasoning_key",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/reasoning_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
if(data58.adaptive_thinking !== undefined){
if(typeof data58.adaptive_thinking !== "boolean"){
const err102 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/adaptive_thinking",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/adaptive_thinking/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
if(data58.api_key !== undefined){
if(typeof data58.api_key !== "string"){
const err103 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/api_key",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/api_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
if(data58.api_key_env !== undefined){
if(typeof data58.api_key_env !== "string"){
const err104 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/api_key_env",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/api_key_env/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
if(data58.price !== undefined){
let data73 = data58.price;
if(data73 && typeof data73 == "object" && !Array.isArray(data73)){
if(data73.input === undefined){
const err105 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/price",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/price/required",keyword:"required",params:{missingProperty: "input"},message:"must have required property '"+"input"+"'"};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
if(data73.output === undefined){
const err106 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/price",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/price/required",keyword:"required",params:{missingProperty: "output"},message:"must have required property '"+"output"+"'"};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
if(data73.input !== undefined){
let data74 = data73.input;
if((typeof data74 == "number") && (isFinite(data74))){
if(data74 > 1000000 || isNaN(data74)){
const err107 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/price/input",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/price/properties/input/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
if(data74 < 0 || isNaN(data74)){
const err108 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/price/input",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/price/properties/input/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
}
else {
const err109 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/price/input",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/price/properties/input/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
if(data73.output !== undefined){
let data75 = data73.output;
if((typeof data75 == "number") && (isFinite(data75))){
if(data75 > 1000000 || isNaN(data75)){
const err110 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/price/output",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/price/properties/output/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
if(data75 < 0 || isNaN(data75)){
const err111 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/price/output",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/price/properties/output/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
else {
const err112 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/price/output",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/price/properties/output/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
if(data73.cache_read !== undefined){
let data76 = data73.cache_read;
if((typeof data76 == "number") && (isFinite(data76))){
if(data76 > 1000000 || isNaN(data76)){
const err113 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/price/cache_read",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/price/properties/cache_read/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
if(data76 < 0 || isNaN(data76)){
const err114 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/price/cache_read",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/price/properties/cache_read/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
else {
const err115 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/price/cache_read",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/price/properties/cache_read/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
if(data73.cache_write !== undefined){
let data77 = data73.cache_write;
if((typeof data77 == "number") && (isFinite(data77))){
if(data77 > 1000000 || isNaN(data77)){
const err116 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/price/cache_write",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/price/properties/cache_write/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
if(data77 < 0 || isNaN(data77)){
const err117 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/price/cache_write",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/price/properties/cache_write/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
else {
const err118 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/price/cache_write",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/price/properties/cache_write/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
}
else {
const err119 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides/price",schemaPath:"#/properties/models/additionalProperties/properties/overrides/properties/price/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
}
else {
const err120 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/overrides",schemaPath:"#/properties/models/additionalProperties/properties/overrides/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
}
else {
const err121 = {instancePath:instancePath+"/models/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/models/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
}
else {
const err122 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
}
if(data.thinking !== undefined){
let data78 = data.thinking;
if(data78 && typeof data78 == "object" && !Array.isArray(data78)){
if(data78.enabled === undefined){
data78.enabled = true;
}
if(data78.keep === undefined){
data78.keep = "all";
}
if(typeof data78.enabled !== "boolean"){
const err123 = {instancePath:instancePath+"/thinking/enabled",schemaPath:"#/properties/thinking/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
if(data78.effort !== undefined){
let data80 = data78.effort;
if(typeof data80 === "string"){
if(data80.length < 1){
const err124 = {instancePath:instancePath+"/thinking/effort",schemaPath:"#/properties/thinking/properties/effort/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
}
else {
const err125 = {instancePath:instancePath+"/thinking/effort",schemaPath:"#/properties/thinking/properties/effort/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
}
let data81 = data78.keep;
if(!((((((((data81 === "all") || (data81 === "none")) || (data81 === "off")) || (data81 === "false")) || (data81 === "no")) || (data81 === "0")) || (data81 === false)) || (data81 === 0))){
const err126 = {instancePath:instancePath+"/thinking/keep",schemaPath:"#/properties/thinking/properties/keep/enum",keyword:"enum",params:{allowedValues: schema299.properties.thinking.properties.keep.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
else {
const err127 = {instancePath:instancePath+"/thinking",schemaPath:"#/properties/thinking/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
}
if(data.loop_control !== undefined){
let data82 = data.loop_control;
if(data82 && typeof data82 == "object" && !Array.isArray(data82)){
if(data82.max_steps_per_turn === undefined){
data82.max_steps_per_turn = 0;
}
if(data82.max_attempts_per_step === undefined){
data82.max_attempts_per_step = 10;
}
if(data82.reserved_context_size === undefined){
data82.reserved_context_size = 50000;
}
if(data82.compaction_trigger_ratio === undefined){
data82.compaction_trigger_ratio = 0.85;
}
let data83 = data82.max_steps_per_turn;
if(!(((typeof data83 == "number") && (!(data83 % 1) && !isNaN(data83))) && (isFinite(data83)))){
const err128 = {instancePath:instancePath+"/loop_control/max_steps_per_turn",schemaPath:"#/properties/loop_control/properties/max_steps_per_turn/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
if((typeof data83 == "number") && (isFinite(data83))){
if(data83 < 0 || isNaN(data83)){
const err129 = {instancePath:instancePath+"/loop_control/max_steps_per_turn",schemaPath:"#/properties/loop_control/properties/max_steps_per_turn/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
let data84 = data82.max_attempts_per_step;
if(!(((typeof data84 == "number") && (!(data84 % 1) && !isNaN(data84))) && (isFinite(data84)))){
const err130 = {instancePath:instancePath+"/loop_control/max_attempts_per_step",schemaPath:"#/properties/loop_control/properties/max_attempts_per_step/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
if((typeof data84 == "number") && (isFinite(data84))){
if(data84 < 1 || isNaN(data84)){
const err131 = {instancePath:instancePath+"/loop_control/max_attempts_per_step",schemaPath:"#/properties/loop_control/properties/max_attempts_per_step/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
}
let data85 = data82.reserved_context_size;
if(!(((typeof data85 == "number") && (!(data85 % 1) && !isNaN(data85))) && (isFinite(data85)))){
const err132 = {instancePath:instancePath+"/loop_control/reserved_context_size",schemaPath:"#/properties/loop_control/properties/reserved_context_size/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
if((typeof data85 == "number") && (isFinite(data85))){
if(data85 < 0 || isNaN(data85)){
const err133 = {instancePath:instancePath+"/loop_control/reserved_context_size",schemaPath:"#/properties/loop_control/properties/reserved_context_size/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
}
let data86 = data82.compaction_trigger_ratio;
if((typeof data86 == "number") && (isFinite(data86))){
if(data86 > 0.99 || isNaN(data86)){
const err134 = {instancePath:instancePath+"/loop_control/compaction_trigger_ratio",schemaPath:"#/properties/loop_control/properties/compaction_trigger_ratio/maximum",keyword:"maximum",params:{comparison: "<=", limit: 0.99},message:"must be <= 0.99"};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
if(data86 < 0.5 || isNaN(data86)){
const err135 = {instancePath:instancePath+"/loop_control/compaction_trigger_ratio",schemaPath:"#/properties/loop_control/properties/compaction_trigger_ratio/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.5},message:"must be >= 0.5"};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
}
else {
const err136 = {instancePath:instancePath+"/loop_control/compaction_trigger_ratio",schemaPath:"#/properties/loop_control/properties/compaction_trigger_ratio/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
}
else {
const err137 = {instancePath:instancePath+"/loop_control",schemaPath:"#/properties/loop_control/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
}
if(data.token_counting !== undefined){
let data87 = data.token_counting;
if(data87 && typeof data87 == "object" && !Array.isArray(data87)){
if(data87.strategy === undefined){
data87.strategy = "measured+estimated";
}
let data88 = data87.strategy;
if(typeof data88 !== "string"){
const err138 = {instancePath:instancePath+"/token_counting/strategy",schemaPath:"#/properties/token_counting/properties/strategy/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
if(!(((data88 === "measured+estimated") || (data88 === "measured")) || (data88 === "estimated"))){
const err139 = {instancePath:instancePath+"/token_counting/strategy",schemaPath:"#/properties/token_counting/properties/strategy/enum",keyword:"enum",params:{allowedValues: schema299.properties.token_counting.properties.strategy.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
}
else {
const err140 = {instancePath:instancePath+"/token_counting",schemaPath:"#/properties/token_counting/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
}
if(data.background !== undefined){
let data89 = data.background;
if(data89 && typeof data89 == "object" && !Array.isArray(data89)){
if(data89.keep_alive_on_exit === undefined){
data89.keep_alive_on_exit = false;
}
if(data89.kill_grace_period_ms === undefined){
data89.kill_grace_period_ms = 5000;
}
if(data89.bash_auto_background_on_timeout === undefined){
data89.bash_auto_background_on_timeout = true;
}
if(data89.print_wait_ceiling_s === undefined){
data89.print_wait_ceiling_s = 2147483;
}
if(data89.print_max_turns === undefined){
data89.print_max_turns = 100000;
}
if(data89.max_running_tasks !== undefined){
let data90 = data89.max_running_tasks;
if(!(((typeof data90 == "number") && (!(data90 % 1) && !isNaN(data90))) && (isFinite(data90)))){
const err141 = {instancePath:instancePath+"/background/max_running_tasks",schemaPath:"#/properties/background/properties/max_running_tasks/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
if((typeof data90 == "number") && (isFinite(data90))){
if(data90 < 1 || isNaN(data90)){
const err142 = {instancePath:instancePath+"/background/max_running_tasks",schemaPath:"#/properties/background/properties/max_running_tasks/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
}
}
if(typeof data89.keep_alive_on_exit !== "boolean"){
const err143 = {instancePath:instancePath+"/background/keep_alive_on_exit",schemaPath:"#/properties/background/properties/keep_alive_on_exit/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
let data92 = data89.kill_grace_period_ms;
if(!(((typeof data92 == "number") && (!(data92 % 1) && !isNaN(data92))) && (isFinite(data92)))){
const err144 = {instancePath:instancePath+"/background/kill_grace_period_ms",schemaPath:"#/properties/background/properties/kill_grace_period_ms/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
if((typeof data92 == "number") && (isFinite(data92))){
if(data92 < 0 || isNaN(data92)){
const err145 = {instancePath:instancePath+"/background/kill_grace_period_ms",schemaPath:"#/properties/background/properties/kill_grace_period_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
}
if(typeof data89.bash_auto_background_on_timeout !== "boolean"){
const err146 = {instancePath:instancePath+"/background/bash_auto_background_on_timeout",schemaPath:"#/properties/background/properties/bash_auto_background_on_timeout/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
if(data89.bash_task_timeout_s !== undefined){
let data94 = data89.bash_task_timeout_s;
if(!(((typeof data94 == "number") && (!(data94 % 1) && !isNaN(data94))) && (isFinite(data94)))){
const err147 = {instancePath:instancePath+"/background/bash_task_timeout_s",schemaPath:"#/properties/background/properties/bash_task_timeout_s/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
if((typeof data94 == "number") && (isFinite(data94))){
if(data94 < 0 || isNaN(data94)){
const err148 = {instancePath:instancePath+"/background/bash_task_timeout_s",schemaPath:"#/properties/background/properties/bash_task_timeout_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
}
}
if(data89.print_background_mode !== undefined){
let data95 = data89.print_background_mode;
if(typeof data95 !== "string"){
const err149 = {instancePath:instancePath+"/background/print_background_mode",schemaPath:"#/properties/background/properties/print_background_mode/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
if(!(((data95 === "exit") || (data95 === "drain")) || (data95 === "steer"))){
const err150 = {instancePath:instancePath+"/background/print_background_mode",schemaPath:"#/properties/background/properties/print_background_mode/enum",keyword:"enum",params:{allowedValues: schema299.properties.background.properties.print_background_mode.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
}
let data96 = data89.print_wait_ceiling_s;
if(!(((typeof data96 == "number") && (!(data96 % 1) && !isNaN(data96))) && (isFinite(data96)))){
const err151 = {instancePath:instancePath+"/background/print_wait_ceiling_s",schemaPath:"#/properties/background/properties/print_wait_ceiling_s/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
if((typeof data96 == "number") && (isFinite(data96))){
if(data96 < 0 || isNaN(data96)){
const err152 = {instancePath:instancePath+"/background/print_wait_ceiling_s",schemaPath:"#/properties/background/properties/print_wait_ceiling_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
}
let data97 = data89.print_max_turns;
if(!(((typeof data97 == "number") && (!(data97 % 1) && !isNaN(data97))) && (isFinite(data97)))){
const err153 = {instancePath:instancePath+"/background/print_max_turns",schemaPath:"#/properties/background/properties/print_max_turns/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
if((typeof data97 == "number") && (isFinite(data97))){
if(data97 < 1 || isNaN(data97)){
const err154 = {instancePath:instancePath+"/background/print_max_turns",schemaPath:"#/properties/background/properties/print_max_turns/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
}
}
else {
const err155 = {instancePath:instancePath+"/background",schemaPath:"#/properties/background/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
}
if(data.subagent !== undefined){
let data98 = data.subagent;
if(data98 && typeof data98 == "object" && !Array.isArray(data98)){
if(data98.timeout_ms !== undefined){
let data99 = data98.timeout_ms;
if(!(((typeof data99 == "number") && (!(data99 % 1) && !isNaN(data99))) && (isFinite(data99)))){
const err156 = {instancePath:instancePath+"/subagent/timeout_ms",schemaPath:"#/properties/subagent/properties/timeout_ms/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
if((typeof data99 == "number") && (isFinite(data99))){
if(data99 < 0 || isNaN(data99)){
const err157 = {instancePath:instancePath+"/subagent/timeout_ms",schemaPath:"#/properties/subagent/properties/timeout_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
}
}
}
else {
const err158 = {instancePath:instancePath+"/subagent",schemaPath:"#/properties/subagent/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
}
if(data.mcp !== undefined){
let data100 = data.mcp;
if(data100 && typeof data100 == "object" && !Array.isArray(data100)){
if(data100.startup_timeout_ms === undefined){
data100.startup_timeout_ms = 30000;
}
if(data100.tool_timeout_ms === undefined){
data100.tool_timeout_ms = 60000;
}
let data101 = data100.startup_timeout_ms;
if(!(((typeof data101 == "number") && (!(data101 % 1) && !isNaN(data101))) && (isFinite(data101)))){
const err159 = {instancePath:instancePath+"/mcp/startup_timeout_ms",schemaPath:"#/properties/mcp/properties/startup_timeout_ms/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
if((typeof data101 == "number") && (isFinite(data101))){
if(data101 < 1 || isNaN(data101)){
const err160 = {instancePath:instancePath+"/mcp/startup_timeout_ms",schemaPath:"#/properties/mcp/properties/startup_timeout_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err160];
}
else {
vErrors.push(err160);
}
errors++;
}
}
let data102 = data100.tool_timeout_ms;
if(!(((typeof data102 == "number") && (!(data102 % 1) && !isNaN(data102))) && (isFinite(data102)))){
const err161 = {instancePath:instancePath+"/mcp/tool_timeout_ms",schemaPath:"#/properties/mcp/properties/tool_timeout_ms/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err161];
}
else {
vErrors.push(err161);
}
errors++;
}
if((typeof data102 == "number") && (isFinite(data102))){
if(data102 < 1 || isNaN(data102)){
const err162 = {instancePath:instancePath+"/mcp/tool_timeout_ms",schemaPath:"#/properties/mcp/properties/tool_timeout_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err162];
}
else {
vErrors.push(err162);
}
errors++;
}
}
}
else {
const err163 = {instancePath:instancePath+"/mcp",schemaPath:"#/properties/mcp/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err163];
}
else {
vErrors.push(err163);
}
errors++;
}
}
if(data.tools !== undefined){
let data103 = data.tools;
if(data103 && typeof data103 == "object" && !Array.isArray(data103)){
if(data103.enabled === undefined){
data103.enabled = [];
}
if(data103.disabled === undefined){
data103.disabled = [];
}
let data104 = data103.enabled;
if(Array.isArray(data104)){
const len6 = data104.length;
for(let i6=0, before=errors; i6<len6 && errors-before<50; i6++){
let data105 = data104[i6];
if(typeof data105 === "string"){
if(data105.length < 1){
const err164 = {instancePath:instancePath+"/tools/enabled/" + i6,schemaPath:"#/properties/tools/properties/enabled/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err164];
}
else {
vErrors.push(err164);
}
errors++;
}
}
else {
const err165 = {instancePath:instancePath+"/tools/enabled/" + i6,schemaPath:"#/properties/tools/properties/enabled/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err165];
}
else {
vErrors.push(err165);
}
errors++;
}
}
}
else {
const err166 = {instancePath:instancePath+"/tools/enabled",schemaPath:"#/properties/tools/properties/enabled/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err166];
}
else {
vErrors.push(err166);
}
errors++;
}
let data106 = data103.disabled;
if(Array.isArray(data106)){
const len7 = data106.length;
for(let i7=0, before=errors; i7<len7 && errors-before<50; i7++){
let data107 = data106[i7];
if(typeof data107 === "string"){
if(data107.length < 1){
const err167 = {instancePath:instancePath+"/tools/disabled/" + i7,schemaPath:"#/properties/tools/properties/disabled/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err167];
}
else {
vErrors.push(err167);
}
errors++;
}
}
else {
const err168 = {instancePath:instancePath+"/tools/disabled/" + i7,schemaPath:"#/properties/tools/properties/disabled/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err168];
}
else {
vErrors.push(err168);
}
errors++;
}
}
}
else {
const err169 = {instancePath:instancePath+"/tools/disabled",schemaPath:"#/properties/tools/properties/disabled/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err169];
}
else {
vErrors.push(err169);
}
errors++;
}
}
else {
const err170 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err170];
}
else {
vErrors.push(err170);
}
errors++;
}
}
if(data.image !== undefined){
let data108 = data.image;
if(data108 && typeof data108 == "object" && !Array.isArray(data108)){
if(data108.max_edge_px === undefined){
data108.max_edge_px = 2000;
}
if(data108.read_byte_budget === undefined){
data108.read_byte_budget = 262144;
}
let data109 = data108.max_edge_px;
if(!(((typeof data109 == "number") && (!(data109 % 1) && !isNaN(data109))) && (isFinite(data109)))){
const err171 = {instancePath:instancePath+"/image/max_edge_px",schemaPath:"#/properties/image/properties/max_edge_px/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err171];
}
else {
vErrors.push(err171);
}
errors++;
}
if((typeof data109 == "number") && (isFinite(data109))){
if(data109 < 1 || isNaN(data109)){
const err172 = {instancePath:instancePath+"/image/max_edge_px",schemaPath:"#/properties/image/properties/max_edge_px/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err172];
}
else {
vErrors.push(err172);
}
errors++;
}
}
let data110 = data108.read_byte_budget;
if(!(((typeof data110 == "number") && (!(data110 % 1) && !isNaN(data110))) && (isFinite(data110)))){
const err173 = {instancePath:instancePath+"/image/read_byte_budget",schemaPath:"#/properties/image/properties/read_byte_budget/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err173];
}
else {
vErrors.push(err173);
}
errors++;
}
if((typeof data110 == "number") && (isFinite(data110))){
if(data110 < 1 || isNaN(data110)){
const err174 = {instancePath:instancePath+"/image/read_byte_budget",schemaPath:"#/properties/image/properties/read_byte_budget/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err174];
}
else {
vErrors.push(err174);
}
errors++;
}
}
}
else {
const err175 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err175];
}
else {
vErrors.push(err175);
}
errors++;
}
}
if(data.checkpoints !== undefined){
let data111 = data.checkpoints;
if(data111 && typeof data111 == "object" && !Array.isArray(data111)){
if(data111.enabled === undefined){
data111.enabled = true;
}
if(data111.max_file_mb === undefined){
data111.max_file_mb = 5;
}
if(data111.max_total_mb === undefined){
data111.max_total_mb = 500;
}
if(data111.max_files === undefined){
data111.max_files = 20000;
}
if(typeof data111.enabled !== "boolean"){
const err176 = {instancePath:instancePath+"/checkpoints/enabled",schemaPath:"#/properties/checkpoints/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err176];
}
else {
vErrors.push(err176);
}
errors++;
}
let data113 = data111.max_file_mb;
if(!(((typeof data113 == "number") && (!(data113 % 1) && !isNaN(data113))) && (isFinite(data113)))){
const err177 = {instancePath:instancePath+"/checkpoints/max_file_mb",schemaPath:"#/properties/checkpoints/properties/max_file_mb/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err177];
}
else {
vErrors.push(err177);
}
errors++;
}
if((typeof data113 == "number") && (isFinite(data113))){
if(data113 > 100 || isNaN(data113)){
const err178 = {instancePath:instancePath+"/checkpoints/max_file_mb",schemaPath:"#/properties/checkpoints/properties/max_file_mb/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
if(vErrors === null){
vErrors = [err178];
}
else {
vErrors.push(err178);
}
errors++;
}
if(data113 < 1 || isNaN(data113)){
const err179 = {instancePath:instancePath+"/checkpoints/max_file_mb",schemaPath:"#/properties/checkpoints/properties/max_file_mb/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err179];
}
else {
vErrors.push(err179);
}
errors++;
}
}
let data114 = data111.max_total_mb;
if(!(((typeof data114 == "number") && (!(data114 % 1) && !isNaN(data114))) && (isFinite(data114)))){
const err180 = {instancePath:instancePath+"/checkpoints/max_total_mb",schemaPath:"#/properties/checkpoints/properties/max_total_mb/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err180];
}
else {
vErrors.push(err180);
}
errors++;
}
if((typeof data114 == "number") && (isFinite(data114))){
if(data114 < 1 || isNaN(data114)){
const err181 = {instancePath:instancePath+"/checkpoints/max_total_mb",schemaPath:"#/properties/checkpoints/properties/max_total_mb/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err181];
}
else {
vErrors.push(err181);
}
errors++;
}
}
let data115 = data111.max_files;
if(!(((typeof data115 == "number") && (!(data115 % 1) && !isNaN(data115))) && (isFinite(data115)))){
const err182 = {instancePath:instancePath+"/checkpoints/max_files",schemaPath:"#/properties/checkpoints/properties/max_files/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err182];
}
else {
vErrors.push(err182);
}
errors++;
}
if((typeof data115 == "number") && (isFinite(data115))){
if(data115 > 200000 || isNaN(data115)){
const err183 = {instancePath:instancePath+"/checkpoints/max_files",schemaPath:"#/properties/checkpoints/properties/max_files/maximum",keyword:"maximum",params:{comparison: "<=", limit: 200000},message:"must be <= 200000"};
if(vErrors === null){
vErrors = [err183];
}
else {
vErrors.push(err183);
}
errors++;
}
if(data115 < 1 || isNaN(data115)){
const err184 = {instancePath:instancePath+"/checkpoints/max_files",schemaPath:"#/properties/checkpoints/properties/max_files/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err184];
}
else {
vErrors.push(err184);
}
errors++;
}
}
}
else {
const err185 = {instancePath:instancePath+"/checkpoints",schemaPath:"#/properties/checkpoints/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err185];
}
else {
vErrors.push(err185);
}
errors++;
}
}
if(data.budget !== undefined){
let data116 = data.budget;
if(data116 && typeof data116 == "object" && !Array.isArray(data116)){
if(data116.warn_ratio === undefined){
data116.warn_ratio = 0.8;
}
if(data116.session_usd !== undefined){
let data117 = data116.session_usd;
if((typeof data117 == "number") && (isFinite(data117))){
if(data117 > 1000000 || isNaN(data117)){
const err186 = {instancePath:instancePath+"/budget/session_usd",schemaPath:"#/properties/budget/properties/session_usd/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err186];
}
else {
vErrors.push(err186);
}
errors++;
}
if(data117 <= 0 || isNaN(data117)){
const err187 = {instancePath:instancePath+"/budget/session_usd",schemaPath:"#/properties/budget/properties/session_usd/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0"};
if(vErrors === null){
vErrors = [err187];
}
else {
vErrors.push(err187);
}
errors++;
}
}
else {
const err188 = {instancePath:instancePath+"/budget/session_usd",schemaPath:"#/properties/budget/properties/session_usd/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err188];
}
else {
vErrors.push(err188);
}
errors++;
}
}
if(data116.day_usd !== undefined){
let data118 = data116.day_usd;
if((typeof data118 == "number") && (isFinite(data118))){
if(data118 > 1000000 || isNaN(data118)){
const err189 = {instancePath:instancePath+"/budget/day_usd",schemaPath:"#/properties/budget/properties/day_usd/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000"};
if(vErrors === null){
vErrors = [err189];
}
else {
vErrors.push(err189);
}
errors++;
}
if(data118 <= 0 || isNaN(data118)){
const err190 = {instancePath:instancePath+"/budget/day_usd",schemaPath:"#/properties/budget/properties/day_usd/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0"};
if(vErrors === null){
vErrors = [err190];
}
else {
vErrors.push(err190);
}
errors++;
}
}
else {
const err191 = {instancePath:instancePath+"/budget/day_usd",schemaPath:"#/properties/budget/properties/day_usd/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err191];
}
else {
vErrors.push(err191);
}
errors++;
}
}
let data119 = data116.warn_ratio;
if((typeof data119 == "number") && (isFinite(data119))){
if(data119 > 1 || isNaN(data119)){
const err192 = {instancePath:instancePath+"/budget/warn_ratio",schemaPath:"#/properties/budget/properties/warn_ratio/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"};
if(vErrors === null){
vErrors = [err192];
}
else {
vErrors.push(err192);
}
errors++;
}
if(data119 < 0 || isNaN(data119)){
const err193 = {instancePath:instancePath+"/budget/warn_ratio",schemaPath:"#/properties/budget/properties/warn_ratio/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err193];
}
else {
vErrors.push(err193);
}
errors++;
}
}
else {
const err194 = {instancePath:instancePath+"/budget/warn_ratio",schemaPath:"#/properties/budget/properties/warn_ratio/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err194];
}
else {
vErrors.push(err194);
}
errors++;
}
}
else {
const err195 = {instancePath:instancePath+"/budget",schemaPath:"#/properties/budget/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err195];
}
else {
vErrors.push(err195);
}
errors++;
}
}
if(data.identity !== undefined){
let data120 = data.identity;
if(data120 && typeof data120 == "object" && !Array.isArray(data120)){
if(data120.name === undefined){
data120.name = "Agent";
}
let data121 = data120.name;
if(typeof data121 === "string"){
if(data121.length < 1){
const err196 = {instancePath:instancePath+"/identity/name",schemaPath:"#/properties/identity/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err196];
}
else {
vErrors.push(err196);
}
errors++;
}
}
else {
const err197 = {instancePath:instancePath+"/identity/name",schemaPath:"#/properties/identity/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err197];
}
else {
vErrors.push(err197);
}
errors++;
}
if(data120.slug !== undefined){
let data122 = data120.slug;
if(typeof data122 === "string"){
if(data122.length < 1){
const err198 = {instancePath:instancePath+"/identity/slug",schemaPath:"#/properties/identity/properties/slug/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err198];
}
else {
vErrors.push(err198);
}
errors++;
}
}
else {
const err199 = {instancePath:instancePath+"/identity/slug",schemaPath:"#/properties/identity/properties/slug/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err199];
}
else {
vErrors.push(err199);
}
errors++;
}
}
}
else {
const err200 = {instancePath:instancePath+"/identity",schemaPath:"#/properties/identity/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err200];
}
else {
vErrors.push(err200);
}
errors++;
}
}
if(data.services !== undefined){
let data123 = data.services;
if(data123 && typeof data123 == "object" && !Array.isArray(data123)){
if(data123.search !== undefined){
let data124 = data123.search;
if(data124 && typeof data124 == "object" && !Array.isArray(data124)){
if(data124.base_url !== undefined){
let data125 = data124.base_url;
if(typeof data125 === "string"){
if(data125.length < 1){
const err201 = {instancePath:instancePath+"/services/search/base_url",schemaPath:"#/properties/services/properties/search/properties/base_url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err201];
}
else {
vErrors.push(err201);
}
errors++;
}
}
else {
const err202 = {instancePath:instancePath+"/services/search/base_url",schemaPath:"#/properties/services/properties/search/properties/base_url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err202];
}
else {
vErrors.push(err202);
}
errors++;
}
}
if(data124.api_key !== undefined){
if(typeof data124.api_key !== "string"){
const err203 = {instancePath:instancePath+"/services/search/api_key",schemaPath:"#/properties/services/properties/search/properties/api_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err203];
}
else {
vErrors.push(err203);
}
errors++;
}
}
if(data124.api_key_env !== undefined){
if(typeof data124.api_key_env !== "string"){
const err204 = {instancePath:instancePath+"/services/search/api_key_env",schemaPath:"#/properties/services/properties/search/properties/api_key_env/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err204];
}
else {
vErrors.push(err204);
}
errors++;
}
}
if(data124.oauth !== undefined){
let data128 = data124.oauth;
if(data128 && typeof data128 == "object" && !Array.isArray(data128)){
if(data128.storage !== undefined){
if(typeof data128.storage !== "string"){
const err205 = {instancePath:instancePath+"/services/search/oauth/storage",schemaPath:"#/properties/services/properties/search/properties/oauth/properties/storage/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err205];
}
else {
vErrors.push(err205);
}
errors++;
}
}
if(data128.key !== undefined){
if(typeof data128.key !== "string"){
const err206 = {instancePath:instancePath+"/services/search/oauth/key",schemaPath:"#/properties/services/properties/search/properties/oauth/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err206];
}
else {
vErrors.push(err206);
}
errors++;
}
}
if(data128.oauth_host !== undefined){
if(typeof data128.oauth_host !== "string"){
const err207 = {instancePath:instancePath+"/services/search/oauth/oauth_host",schemaPath:"#/properties/services/properties/search/properties/oauth/properties/oauth_host/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err207];
}
else {
vErrors.push(err207);
}
errors++;
}
}
}
else {
const err208 = {instancePath:instancePath+"/services/search/oauth",schemaPath:"#/properties/services/properties/search/properties/oauth/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err208];
}
else {
vErrors.push(err208);
}
errors++;
}
}
if(data124.custom_headers !== undefined){
let data132 = data124.custom_headers;
if(data132 && typeof data132 == "object" && !Array.isArray(data132)){
const before_key3=errors;
for(const key3 in data132){
if(errors-before_key3>=50) break;
if(typeof data132[key3] !== "string"){
const err209 = {instancePath:instancePath+"/services/search/custom_headers/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/services/properties/search/properties/custom_headers/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err209];
}
else {
vErrors.push(err209);
}
errors++;
}
}
}
else {
const err210 = {instancePath:instancePath+"/services/search/custom_headers",schemaPath:"#/properties/services/properties/search/properties/custom_headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err210];
}
else {
vErrors.push(err210);
}
errors++;
}
}
}
else {
const err211 = {instancePath:instancePath+"/services/search",schemaPath:"#/properties/services/properties/search/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err211];
}
else {
vErrors.push(err211);
}
errors++;
}
}
if(data123.fetch !== undefined){
let data134 = data123.fetch;
if(data134 && typeof data134 == "object" && !Array.isArray(data134)){
if(data134.base_url !== undefined){
let data135 = data134.base_url;
if(typeof data135 === "string"){
if(data135.length < 1){
const err212 = {instancePath:instancePath+"/services/fetch/base_url",schemaPath:"#/properties/services/properties/fetch/properties/base_url/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err212];
}
else {
vErrors.push(err212);
}
errors++;
}
}
else {
const err213 = {instancePath:instancePath+"/services/fetch/base_url",schemaPath:"#/properties/services/properties/fetch/properties/base_url/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err213];
}
else {
vErrors.push(err213);
}
errors++;
}
}
if(data134.api_key !== undefined){
if(typeof data134.api_key !== "string"){
const err214 = {instancePath:instancePath+"/services/fetch/api_key",schemaPath:"#/properties/services/properties/fetch/properties/api_key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err214];
}
else {
vErrors.push(err214);
}
errors++;
}
}
if(data134.api_key_env !== undefined){
if(typeof data134.api_key_env !== "string"){
const err215 = {instancePath:instancePath+"/services/fetch/api_key_env",schemaPath:"#/properties/services/properties/fetch/properties/api_key_env/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err215];
}
else {
vErrors.push(err215);
}
errors++;
}
}
if(data134.oauth !== undefined){
let data138 = data134.oauth;
if(data138 && typeof data138 == "object" && !Array.isArray(data138)){
if(data138.storage !== undefined){
if(typeof data138.storage !== "string"){
const err216 = {instancePath:instancePath+"/services/fetch/oauth/storage",schemaPath:"#/properties/services/properties/fetch/properties/oauth/properties/storage/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err216];
}
else {
vErrors.push(err216);
}
errors++;
}
}
if(data138.key !== undefined){
if(typeof data138.key !== "string"){
const err217 = {instancePath:instancePath+"/services/fetch/oauth/key",schemaPath:"#/properties/services/properties/fetch/properties/oauth/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err217];
}
else {
vErrors.push(err217);
}
errors++;
}
}
if(data138.oauth_host !== undefined){
if(typeof data138.oauth_host !== "string"){
const err218 = {instancePath:instancePath+"/services/fetch/oauth/oauth_host",schemaPath:"#/properties/services/properties/fetch/properties/oauth/properties/oauth_host/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err218];
}
else {
vErrors.push(err218);
}
errors++;
}
}
}
else {
const err219 = {instancePath:instancePath+"/services/fetch/oauth",schemaPath:"#/properties/services/properties/fetch/properties/oauth/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err219];
}
else {
vErrors.push(err219);
}
errors++;
}
}
if(data134.custom_headers !== undefined){
let data142 = data134.custom_headers;
if(data142 && typeof data142 == "object" && !Array.isArray(data142)){
const before_key4=errors;
for(const key4 in data142){
if(errors-before_key4>=50) break;
if(typeof data142[key4] !== "string"){
const err220 = {instancePath:instancePath+"/services/fetch/custom_headers/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/services/properties/fetch/properties/custom_headers/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err220];
}
else {
vErrors.push(err220);
}
errors++;
}
}
}
else {
const err221 = {instancePath:instancePath+"/services/fetch/custom_headers",schemaPath:"#/properties/services/properties/fetch/properties/custom_headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err221];
}
else {
vErrors.push(err221);
}
errors++;
}
}
}
else {
const err222 = {instancePath:instancePath+"/services/fetch",schemaPath:"#/properties/services/properties/fetch/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err222];
}
else {
vErrors.push(err222);
}
errors++;
}
}
}
else {
const err223 = {instancePath:instancePath+"/services",schemaPath:"#/properties/services/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err223];
}
else {
vErrors.push(err223);
}
errors++;
}
}
if(data.offline !== undefined){
let data144 = data.offline;
if(data144 && typeof data144 == "object" && !Array.isArray(data144)){
if(data144.enabled === undefined){
data144.enabled = true;
}
if(typeof data144.enabled !== "boolean"){
const err224 = {instancePath:instancePath+"/offline/enabled",schemaPath:"#/properties/offline/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err224];
}
else {
vErrors.push(err224);
}
errors++;
}
}
else {
const err225 = {instancePath:instancePath+"/offline",schemaPath:"#/properties/offline/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err225];
}
else {
vErrors.push(err225);
}
errors++;
}
}
let data146 = data.experimental;
if(data146 && typeof data146 == "object" && !Array.isArray(data146)){
const before_key5=errors;
for(const key5 in data146){
if(errors-before_key5>=50) break;
if(typeof data146[key5] !== "boolean"){
const err226 = {instancePath:instancePath+"/experimental/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/experimental/additionalProperties/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err226];
}
else {
vErrors.push(err226);
}
errors++;
}
}
}
else {
const err227 = {instancePath:instancePath+"/experimental",schemaPath:"#/properties/experimental/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err227];
}
else {
vErrors.push(err227);
}
errors++;
}
if(data.permission !== undefined){
let data148 = data.permission;
if(data148 && typeof data148 == "object" && !Array.isArray(data148)){
if(data148.rules !== undefined){
let data149 = data148.rules;
if(Array.isArray(data149)){
const len8 = data149.length;
for(let i8=0, before=errors; i8<len8 && errors-before<50; i8++){
let data150 = data149[i8];
if(data150 && typeof data150 == "object" && !Array.isArray(data150)){
if(data150.decision === undefined){
const err228 = {instancePath:instancePath+"/permission/rules/" + i8,schemaPath:"#/properties/permission/properties/rules/items/required",keyword:"required",params:{missingProperty: "decision"},message:"must have required property '"+"decision"+"'"};
if(vErrors === null){
vErrors = [err228];
}
else {
vErrors.push(err228);
}
errors++;
}
if(data150.pattern === undefined){
const err229 = {instancePath:instancePath+"/permission/rules/" + i8,schemaPath:"#/properties/permission/properties/rules/items/required",keyword:"required",params:{missingProperty: "pattern"},message:"must have required property '"+"pattern"+"'"};
if(vErrors === null){
vErrors = [err229];
}
else {
vErrors.push(err229);
}
errors++;
}
if(data150.decision !== undefined){
let data151 = data150.decision;
if(typeof data151 !== "string"){
const err230 = {instancePath:instancePath+"/permission/rules/" + i8+"/decision",schemaPath:"#/properties/permission/properties/rules/items/properties/decision/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err230];
}
else {
vErrors.push(err230);
}
errors++;
}
if(!(((data151 === "allow") || (data151 === "deny")) || (data151 === "ask"))){
const err231 = {instancePath:instancePath+"/permission/rules/" + i8+"/decision",schemaPath:"#/properties/permission/properties/rules/items/properties/decision/enum",keyword:"enum",params:{allowedValues: schema299.properties.permission.properties.rules.items.properties.decision.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err231];
}
else {
vErrors.push(err231);
}
errors++;
}
}
if(data150.pattern !== undefined){
let data152 = data150.pattern;
if(typeof data152 === "string"){
if(data152.length < 1){
const err232 = {instancePath:instancePath+"/permission/rules/" + i8+"/pattern",schemaPath:"#/properties/permission/properties/rules/items/properties/pattern/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err232];
}
else {
vErrors.push(err232);
}
errors++;
}
}
else {
const err233 = {instancePath:instancePath+"/permission/rules/" + i8+"/pattern",schemaPath:"#/properties/permission/properties/rules/items/properties/pattern/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err233];
}
else {
vErrors.push(err233);
}
errors++;
}
}
if(data150.reason !== undefined){
if(typeof data150.reason !== "string"){
const err234 = {instancePath:instancePath+"/permission/rules/" + i8+"/reason",schemaPath:"#/properties/permission/properties/rules/items/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err234];
}
else {
vErrors.push(err234);
}
errors++;
}
}
if(data150.scope !== undefined){
if(typeof data150.scope !== "string"){
const err235 = {instancePath:instancePath+"/permission/rules/" + i8+"/scope",schemaPath:"#/properties/permission/properties/rules/items/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err235];
}
else {
vErrors.push(err235);
}
errors++;
}
}
}
else {
const err236 = {instancePath:instancePath+"/permission/rules/" + i8,schemaPath:"#/properties/permission/properties/rules/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err236];
}
else {
vErrors.push(err236);
}
errors++;
}
}
}
else {
const err237 = {instancePath:instancePath+"/permission/rules",schemaPath:"#/properties/permission/properties/rules/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err237];
}
else {
vErrors.push(err237);
}
errors++;
}
}
if(data148.allow !== undefined){
let data155 = data148.allow;
if(Array.isArray(data155)){
const len9 = data155.length;
for(let i9=0, before=errors; i9<len9 && errors-before<50; i9++){
let data156 = data155[i9];
if(typeof data156 === "string"){
if(data156.length < 1){
const err238 = {instancePath:instancePath+"/permission/allow/" + i9,schemaPath:"#/properties/permission/properties/allow/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err238];
}
else {
vErrors.push(err238);
}
errors++;
}
}
else {
const err239 = {instancePath:instancePath+"/permission/allow/" + i9,schemaPath:"#/properties/permission/properties/allow/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err239];
}
else {
vErrors.push(err239);
}
errors++;
}
}
}
else {
const err240 = {instancePath:instancePath+"/permission/allow",schemaPath:"#/properties/permission/properties/allow/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err240];
}
else {
vErrors.push(err240);
}
errors++;
}
}
if(data148.deny !== undefined){
let data157 = data148.deny;
if(Array.isArray(data157)){
const len10 = data157.length;
for(let i10=0, before=errors; i10<len10 && errors-before<50; i10++){
let data158 = data157[i10];
if(typeof data158 === "string"){
if(data158.length < 1){
const err241 = {instancePath:instancePath+"/permission/deny/" + i10,schemaPath:"#/properties/permission/properties/deny/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err241];
}
else {
vErrors.push(err241);
}
errors++;
}
}
else {
const err242 = {instancePath:instancePath+"/permission/deny/" + i10,schemaPath:"#/properties/permission/properties/deny/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err242];
}
else {
vErrors.push(err242);
}
errors++;
}
}
}
else {
const err243 = {instancePath:instancePath+"/permission/deny",schemaPath:"#/properties/permission/properties/deny/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err243];
}
else {
vErrors.push(err243);
}
errors++;
}
}
if(data148.ask !== undefined){
let data159 = data148.ask;
if(Array.isArray(data159)){
const len11 = data159.length;
for(let i11=0, before=errors; i11<len11 && errors-before<50; i11++){
let data160 = data159[i11];
if(typeof data160 === "string"){
if(data160.length < 1){
const err244 = {instancePath:instancePath+"/permission/ask/" + i11,schemaPath:"#/properties/permission/properties/ask/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err244];
}
else {
vErrors.push(err244);
}
errors++;
}
}
else {
const err245 = {instancePath:instancePath+"/permission/ask/" + i11,schemaPath:"#/properties/permission/properties/ask/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err245];
}
else {
vErrors.push(err245);
}
errors++;
}
}
}
else {
const err246 = {instancePath:instancePath+"/permission/ask",schemaPath:"#/properties/permission/properties/ask/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err246];
}
else {
vErrors.push(err246);
}
errors++;
}
}
}
else {
const err247 = {instancePath:instancePath+"/permission",schemaPath:"#/properties/permission/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err247];
}
else {
vErrors.push(err247);
}
errors++;
}
}
if(data.hooks !== undefined){
let data161 = data.hooks;
if(Array.isArray(data161)){
const len12 = data161.length;
for(let i12=0, before=errors; i12<len12 && errors-before<50; i12++){
let data162 = data161[i12];
if(data162 && typeof data162 == "object" && !Array.isArray(data162)){
if(data162.timeout === undefined){
data162.timeout = 30;
}
if(data162.event === undefined){
const err248 = {instancePath:instancePath+"/hooks/" + i12,schemaPath:"#/properties/hooks/items/required",keyword:"required",params:{missingProperty: "event"},message:"must have required property '"+"event"+"'"};
if(vErrors === null){
vErrors = [err248];
}
else {
vErrors.push(err248);
}
errors++;
}
if(data162.command === undefined){
const err249 = {instancePath:instancePath+"/hooks/" + i12,schemaPath:"#/properties/hooks/items/required",keyword:"required",params:{missingProperty: "command"},message:"must have required property '"+"command"+"'"};
if(vErrors === null){
vErrors = [err249];
}
else {
vErrors.push(err249);
}
errors++;
}
const before_key6=errors;
for(const key6 in data162){
if(errors-before_key6>=50) break;
if(!((((key6 === "event") || (key6 === "command")) || (key6 === "matcher")) || (key6 === "timeout"))){
const err250 = {instancePath:instancePath+"/hooks/" + i12,schemaPath:"#/properties/hooks/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err250];
}
else {
vErrors.push(err250);
}
errors++;
}
}
if(data162.event !== undefined){
let data163 = data162.event;
if(typeof data163 !== "string"){
const err251 = {instancePath:instancePath+"/hooks/" + i12+"/event",schemaPath:"#/properties/hooks/items/properties/event/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err251];
}
else {
vErrors.push(err251);
}
errors++;
}
if(!((((((((((((((((((((data163 === "PreToolUse") || (data163 === "PostToolUse")) || (data163 === "PostToolUseFailure")) || (data163 === "PermissionRequest")) || (data163 === "PermissionResult")) || (data163 === "UserPromptSubmit")) || (data163 === "UserPromptQueued")) || (data163 === "TurnStarted")) || (data163 === "Stop")) || (data163 === "StopFailure")) || (data163 === "Interrupt")) || (data163 === "SessionStart")) || (data163 === "SessionEnd")) || (data163 === "SessionHeartbeat")) || (data163 === "SubagentStart")) || (data163 === "SubagentStop")) || (data163 === "TaskStarted")) || (data163 === "PreCompact")) || (data163 === "PostCompact")) || (data163 === "Notification"))){
const err252 = {instancePath:instancePath+"/hooks/" + i12+"/event",schemaPath:"#/properties/hooks/items/properties/event/enum",keyword:"enum",params:{allowedValues: schema299.properties.hooks.items.properties.event.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err252];
}
else {
vErrors.push(err252);
}
errors++;
}
}
if(data162.command !== undefined){
let data164 = data162.command;
if(typeof data164 === "string"){
if(data164.length < 1){
const err253 = {instancePath:instancePath+"/hooks/" + i12+"/command",schemaPath:"#/properties/hooks/items/properties/command/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err253];
}
else {
vErrors.push(err253);
}
errors++;
}
}
else {
const err254 = {instancePath:instancePath+"/hooks/" + i12+"/command",schemaPath:"#/properties/hooks/items/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err254];
}
else {
vErrors.push(err254);
}
errors++;
}
}
if(data162.matcher !== undefined){
if(typeof data162.matcher !== "string"){
const err255 = {instancePath:instancePath+"/hooks/" + i12+"/matcher",schemaPath:"#/properties/hooks/items/properties/matcher/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err255];
}
else {
vErrors.push(err255);
}
errors++;
}
}
let data166 = data162.timeout;
if(!(((typeof data166 == "number") && (!(data166 % 1) && !isNaN(data166))) && (isFinite(data166)))){
const err256 = {instancePath:instancePath+"/hooks/" + i12+"/timeout",schemaPath:"#/properties/hooks/items/properties/timeout/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err256];
}
else {
vErrors.push(err256);
}
errors++;
}
if((typeof data166 == "number") && (isFinite(data166))){
if(data166 > 600 || isNaN(data166)){
const err257 = {instancePath:instancePath+"/hooks/" + i12+"/timeout",schemaPath:"#/properties/hooks/items/properties/timeout/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600"};
if(vErrors === null){
vErrors = [err257];
}
else {
vErrors.push(err257);
}
errors++;
}
if(data166 < 1 || isNaN(data166)){
const err258 = {instancePath:instancePath+"/hooks/" + i12+"/timeout",schemaPath:"#/properties/hooks/items/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err258];
}
else {
vErrors.push(err258);
}
errors++;
}
}
}
else {
const err259 = {instancePath:instancePath+"/hooks/" + i12,schemaPath:"#/properties/hooks/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err259];
}
else {
vErrors.push(err259);
}
errors++;
}
}
}
else {
const err260 = {instancePath:instancePath+"/hooks",schemaPath:"#/properties/hooks/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err260];
}
else {
vErrors.push(err260);
}
errors++;
}
}
}
else {
const err261 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err261];
}
else {
vErrors.push(err261);
}
errors++;
}
validate365.errors = vErrors;
return errors === 0;
}
validate365.evaluated = {"props":{"default_model":true,"default_provider":true,"default_permission_mode":true,"default_plan_mode":true,"extra_skill_dirs":true,"extra_agent_dirs":true,"merge_all_available_skills":true,"builtin_product_skills":true,"providers":true,"models":true,"thinking":true,"loop_control":true,"token_counting":true,"background":true,"subagent":true,"mcp":true,"tools":true,"image":true,"checkpoints":true,"budget":true,"identity":true,"services":true,"offline":true,"experimental":true,"permission":true,"hooks":true},"dynamicProps":false,"dynamicItems":false};

const v5_2 = validate368;
const schema300 = {"type":"object","properties":{"server_id":{"type":"string","pattern":"^[0-7][0-9a-hjkmnp-tv-z]{25}$"},"pid":{"type":"integer","minimum":1},"host":{"type":"string","minLength":1},"port":{"type":"integer","minimum":1,"maximum":65535},"started_at":{"type":"integer","minimum":0},"heartbeat_at":{"type":"integer","minimum":0},"host_version":{"type":"string"},"lifetime":{"type":"string","enum":["web","embedded"]},"env_fingerprint":{"type":"string","pattern":"^[0-9a-f]{64}$"}},"required":["server_id","pid","host","port","started_at","heartbeat_at","host_version","lifetime","env_fingerprint"],"$id":"v5_2"};
const pattern36 = new RegExp("^[0-7][0-9a-hjkmnp-tv-z]{25}$", "u");

function validate368(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v5_2" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate368.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.server_id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "server_id"},message:"must have required property '"+"server_id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.pid === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "pid"},message:"must have required property '"+"pid"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.host === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "host"},message:"must have required property '"+"host"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.port === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "port"},message:"must have required property '"+"port"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.started_at === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "started_at"},message:"must have required property '"+"started_at"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.heartbeat_at === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "heartbeat_at"},message:"must have required property '"+"heartbeat_at"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.host_version === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "host_version"},message:"must have required property '"+"host_version"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.lifetime === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "lifetime"},message:"must have required property '"+"lifetime"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.env_fingerprint === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "env_fingerprint"},message:"must have required property '"+"env_fingerprint"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.server_id !== undefined){
let data0 = data.server_id;
if(typeof data0 === "string"){
if(!pattern36.test(data0)){
const err9 = {instancePath:instancePath+"/server_id",schemaPath:"#/properties/server_id/pattern",keyword:"pattern",params:{pattern: "^[0-7][0-9a-hjkmnp-tv-z]{25}$"},message:"must match pattern \""+"^[0-7][0-9a-hjkmnp-tv-z]{25}$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/server_id",schemaPath:"#/properties/server_id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.pid !== undefined){
let data1 = data.pid;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err11 = {instancePath:instancePath+"/pid",schemaPath:"#/properties/pid/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 1 || isNaN(data1)){
const err12 = {instancePath:instancePath+"/pid",schemaPath:"#/properties/pid/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
if(data.host !== undefined){
let data2 = data.host;
if(typeof data2 === "string"){
if(data2.length < 1){
const err13 = {instancePath:instancePath+"/host",schemaPath:"#/properties/host/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/host",schemaPath:"#/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.port !== undefined){
let data3 = data.port;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err15 = {instancePath:instancePath+"/port",schemaPath:"#/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 65535 || isNaN(data3)){
const err16 = {instancePath:instancePath+"/port",schemaPath:"#/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err17 = {instancePath:instancePath+"/port",schemaPath:"#/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
if(data.started_at !== undefined){
let data4 = data.started_at;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err18 = {instancePath:instancePath+"/started_at",schemaPath:"#/properties/started_at/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
const err19 = {instancePath:instancePath+"/started_at",schemaPath:"#/properties/started_at/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
if(data.heartbeat_at !== undefined){
let data5 = data.heartbeat_at;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err20 = {instancePath:instancePath+"/heartbeat_at",schemaPath:"#/properties/heartbeat_at/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 0 || isNaN(data5)){
const err21 = {instancePath:instancePath+"/heartbeat_at",schemaPath:"#/properties/heartbeat_at/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
if(data.host_version !== undefined){
if(typeof data.host_version !== "string"){
const err22 = {instancePath:instancePath+"/host_version",schemaPath:"#/properties/host_version/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.lifetime !== undefined){
let data7 = data.lifetime;
if(typeof data7 !== "string"){
const err23 = {instancePath:instancePath+"/lifetime",schemaPath:"#/properties/lifetime/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(!((data7 === "web") || (data7 === "embedded"))){
const err24 = {instancePath:instancePath+"/lifetime",schemaPath:"#/properties/lifetime/enum",keyword:"enum",params:{allowedValues: schema300.properties.lifetime.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.env_fingerprint !== undefined){
let data8 = data.env_fingerprint;
if(typeof data8 === "string"){
if(!pattern30.test(data8)){
const err25 = {instancePath:instancePath+"/env_fingerprint",schemaPath:"#/properties/env_fingerprint/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\""};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/env_fingerprint",schemaPath:"#/properties/env_fingerprint/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
validate368.errors = vErrors;
return errors === 0;
}
validate368.evaluated = {"props":{"server_id":true,"pid":true,"host":true,"port":true,"started_at":true,"heartbeat_at":true,"host_version":true,"lifetime":true,"env_fingerprint":true},"dynamicProps":false,"dynamicItems":false};

const v5_3 = validate369;
const schema301 = {"type":"object","properties":{"mcpServers":{"type":"object","additionalProperties":{"$ref":"McpServerConfig.json"}}},"$id":"v5_3"};

function validate369(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v5_3" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate369.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.mcpServers !== undefined){
let data0 = data.mcpServers;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
const before_key0=errors;
for(const key0 in data0){
if(errors-before_key0>=50) break;
if(!(validate279(data0[key0], {instancePath:instancePath+"/mcpServers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data0,parentDataProperty:key0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate279.errors : vErrors.concat(validate279.errors);
errors = vErrors.length;
}
}
}
else {
const err0 = {instancePath:instancePath+"/mcpServers",schemaPath:"#/properties/mcpServers/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate369.errors = vErrors;
return errors === 0;
}
validate369.evaluated = {"props":{"mcpServers":true},"dynamicProps":false,"dynamicItems":false};

const v5_4 = validate371;
const schema302 = {"type":"object","properties":{"name":{"type":"string","pattern":"^(?!\\.+$)[A-Za-z0-9._-]{1,64}$"},"description":{"type":"string","minLength":1},"type":{"type":"string","pattern":"^[A-Za-z0-9_-]{1,64}$","default":"prompt"},"whenToUse":{"type":"string"},"disableModelInvocation":{"type":"boolean","default":false},"arguments":{"anyOf":[{"type":"array","maxItems":50,"items":{"type":"string","pattern":"^[A-Za-z_][A-Za-z0-9_-]{0,63}$"}},{"type":"string","pattern":"^\\s*(?:[A-Za-z_][A-Za-z0-9_-]{0,63}(?:\\s+|$)){0,50}$"}]},"has-sub-skill":{"type":"boolean","default":false}},"$id":"v5_4"};
const pattern38 = new RegExp("^(?!\\.+$)[A-Za-z0-9._-]{1,64}$", "u");
const pattern40 = new RegExp("^[A-Za-z_][A-Za-z0-9_-]{0,63}$", "u");
const pattern41 = new RegExp("^\\s*(?:[A-Za-z_][A-Za-z0-9_-]{0,63}(?:\\s+|$)){0,50}$", "u");

function validate371(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v5_4" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate371.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
data.type = "prompt";
}
if(data.disableModelInvocation === undefined){
data.disableModelInvocation = false;
}
if(data["has-sub-skill"] === undefined){
data["has-sub-skill"] = false;
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(!pattern38.test(data0)){
const err0 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?!\\.+$)[A-Za-z0-9._-]{1,64}$"},message:"must match pattern \""+"^(?!\\.+$)[A-Za-z0-9._-]{1,64}$"+"\""};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.description !== undefined){
let data1 = data.description;
if(typeof data1 === "string"){
if(data1.length < 1){
const err2 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
let data2 = data.type;
if(typeof data2 === "string"){
if(!pattern26.test(data2)){
const err4 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_-]{1,64}$"},message:"must match pattern \""+"^[A-Za-z0-9_-]{1,64}$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.whenToUse !== undefined){
if(typeof data.whenToUse !== "string"){
const err6 = {instancePath:instancePath+"/whenToUse",schemaPath:"#/properties/whenToUse/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(typeof data.disableModelInvocation !== "boolean"){
const err7 = {instancePath:instancePath+"/disableModelInvocation",schemaPath:"#/properties/disableModelInvocation/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.arguments !== undefined){
let data5 = data.arguments;
const _errs12 = errors;
let valid1 = false;
const _errs13 = errors;
if(Array.isArray(data5)){
if(data5.length > 50){
const err8 = {instancePath:instancePath+"/arguments",schemaPath:"#/properties/arguments/anyOf/0/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
const len0 = data5.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data6 = data5[i0];
if(typeof data6 === "string"){
if(!pattern40.test(data6)){
const err9 = {instancePath:instancePath+"/arguments/" + i0,schemaPath:"#/properties/arguments/anyOf/0/items/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_-]{0,63}$"},message:"must match pattern \""+"^[A-Za-z_][A-Za-z0-9_-]{0,63}$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/arguments/" + i0,schemaPath:"#/properties/arguments/anyOf/0/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/arguments",schemaPath:"#/properties/arguments/anyOf/0/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid0 = _errs13 === errors;
valid1 = valid1 || _valid0;
const _errs17 = errors;
if(typeof data5 === "string"){
if(!pattern41.test(data5)){
const err12 = {instancePath:instancePath+"/arguments",schemaPath:"#/properties/arguments/anyOf/1/pattern",keyword:"pattern",params:{pattern: "^\\s*(?:[A-Za-z_][A-Za-z0-9_-]{0,63}(?:\\s+|$)){0,50}$"},message:"must match pattern \""+"^\\s*(?:[A-Za-z_][A-Za-z0-9_-]{0,63}(?:\\s+|$)){0,50}$"+"\""};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/arguments",schemaPath:"#/properties/arguments/anyOf/1/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
var _valid0 = _errs17 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err14 = {instancePath:instancePath+"/arguments",schemaPath:"#/properties/arguments/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
else {
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
}
}
if(typeof data["has-sub-skill"] !== "boolean"){
const err15 = {instancePath:instancePath+"/has-sub-skill",schemaPath:"#/properties/has-sub-skill/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate371.errors = vErrors;
return errors === 0;
}
validate371.evaluated = {"props":{"name":true,"description":true,"type":true,"whenToUse":true,"disableModelInvocation":true,"arguments":true,"has-sub-skill":true},"dynamicProps":false,"dynamicItems":false};

const v5_5 = validate372;
const schema303 = {"type":"object","properties":{"theme":{"type":"string","minLength":1,"default":"auto"},"render_latex":{"type":"boolean","default":true},"disable_paste_burst":{"type":"boolean","default":false},"cache_expiry_hint":{"type":"boolean","default":true},"editor":{"type":"object","properties":{"command":{"type":"string","default":""}}},"notifications":{"type":"object","properties":{"enabled":{"type":"boolean","default":true},"notification_condition":{"type":"string","enum":["unfocused","always"],"default":"unfocused"}}},"upgrade":{"type":"object","properties":{"check":{"type":"boolean","default":true}}},"status_line":{"type":"object","properties":{"items":{"type":"array","items":{"type":"string","minLength":1}},"command":{"type":"string","default":""}}}},"$id":"v5_5"};

function validate372(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="v5_5" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate372.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.theme === undefined){
data.theme = "auto";
}
if(data.render_latex === undefined){
data.render_latex = true;
}
if(data.disable_paste_burst === undefined){
data.disable_paste_burst = false;
}
if(data.cache_expiry_hint === undefined){
data.cache_expiry_hint = true;
}
let data0 = data.theme;
if(typeof data0 === "string"){
if(data0.length < 1){
const err0 = {instancePath:instancePath+"/theme",schemaPath:"#/properties/theme/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/theme",schemaPath:"#/properties/theme/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(typeof data.render_latex !== "boolean"){
const err2 = {instancePath:instancePath+"/render_latex",schemaPath:"#/properties/render_latex/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(typeof data.disable_paste_burst !== "boolean"){
const err3 = {instancePath:instancePath+"/disable_paste_burst",schemaPath:"#/properties/disable_paste_burst/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(typeof data.cache_expiry_hint !== "boolean"){
const err4 = {instancePath:instancePath+"/cache_expiry_hint",schemaPath:"#/properties/cache_expiry_hint/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.editor !== undefined){
let data4 = data.editor;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.command === undefined){
data4.command = "";
}
if(typeof data4.command !== "string"){
const err5 = {instancePath:instancePath+"/editor/command",schemaPath:"#/properties/editor/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/editor",schemaPath:"#/properties/editor/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.notifications !== undefined){
let data6 = data.notifications;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.enabled === undefined){
data6.enabled = true;
}
if(data6.notification_condition === undefined){
data6.notification_condition = "unfocused";
}
if(typeof data6.enabled !== "boolean"){
const err7 = {instancePath:instancePath+"/notifications/enabled",schemaPath:"#/properties/notifications/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
let data8 = data6.notification_condition;
if(typeof data8 !== "string"){
const err8 = {instancePath:instancePath+"/notifications/notification_condition",schemaPath:"#/properties/notifications/properties/notification_condition/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!((data8 === "unfocused") || (data8 === "always"))){
const err9 = {instancePath:instancePath+"/notifications/notification_condition",schemaPath:"#/properties/notifications/properties/notification_condition/enum",keyword:"enum",params:{allowedValues: schema303.properties.notifications.properties.notification_condition.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/notifications",schemaPath:"#/properties/notifications/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.upgrade !== undefined){
let data9 = data.upgrade;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.check === undefined){
data9.check = true;
}
if(typeof data9.check !== "boolean"){
const err11 = {instancePath:instancePath+"/upgrade/check",schemaPath:"#/properties/upgrade/properties/check/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/upgrade",schemaPath:"#/properties/upgrade/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.status_line !== undefined){
let data11 = data.status_line;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.command === undefined){
data11.command = "";
}
if(data11.items !== undefined){
let data12 = data11.items;
if(Array.isArray(data12)){
const len0 = data12.length;
for(let i0=0, before=errors; i0<len0 && errors-before<50; i0++){
let data13 = data12[i0];
if(typeof data13 === "string"){
if(data13.length < 1){
const err13 = {instancePath:instancePath+"/status_line/items/" + i0,schemaPath:"#/properties/status_line/properties/items/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/status_line/items/" + i0,schemaPath:"#/properties/status_line/properties/items/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/status_line/items",schemaPath:"#/properties/status_line/properties/items/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(typeof data11.command !== "string"){
const err16 = {instancePath:instancePath+"/status_line/command",schemaPath:"#/properties/status_line/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/status_line",schemaPath:"#/properties/status_line/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate372.errors = vErrors;
return errors === 0;
}
validate372.evaluated = {"props":{"theme":true,"render_latex":true,"disable_paste_burst":true,"cache_expiry_hint":true,"editor":true,"notifications":true,"upgrade":true,"status_line":true},"dynamicProps":false,"dynamicItems":false};

export const paramsValidators = {
  "abortAgent": v0_0,
  "abortPrompt": v0_1,
  "abortSession": v0_2,
  "activateSkill": v0_3,
  "addDirectory": v0_4,
  "addInputHistory": v0_5,
  "answerQuestion": v0_6,
  "archiveSession": v0_7,
  "cancelGoal": v0_8,
  "cancelShell": v0_9,
  "cancelTask": v0_10,
  "clearPlan": v0_11,
  "closeAgent": v0_12,
  "closeTerminal": v0_13,
  "compactSession": v0_14,
  "createChildSession": v0_15,
  "createGoal": v0_16,
  "createTerminal": v0_17,
  "debugContext": v0_18,
  "debugEvents": v0_19,
  "debugPermissions": v0_20,
  "deleteCronJob": v0_21,
  "deleteFile": v0_22,
  "deleteManagedMcpServer": v0_23,
  "deletePermissionRule": v0_24,
  "deleteProvider": v0_25,
  "deleteSession": v0_26,
  "detachToolCall": v0_27,
  "diffFile": v0_28,
  "dismissQuestion": v0_29,
  "downloadFile": v0_30,
  "editPrompt": v0_31,
  "exportSession": v0_32,
  "forkSession": v0_33,
  "generateSessionTitle": v0_34,
  "getApproval": v0_35,
  "getCatalogProvider": v0_36,
  "getDirectories": v0_37,
  "getFile": v0_38,
  "getGitStatus": v0_39,
  "getGoal": v0_40,
  "getGoalQueue": v0_41,
  "getManagedMcpServer": v0_42,
  "getMessage": v0_43,
  "getProvider": v0_44,
  "getRuntime": v0_45,
  "getSession": v0_46,
  "getSessionMedia": v0_47,
  "getSessionProfile": v0_48,
  "getSessionSnapshot": v0_49,
  "getSessionStatus": v0_50,
  "getSessionUsage": v0_51,
  "getTask": v0_52,
  "getTerminal": v0_53,
  "getTranscript": v0_54,
  "getTranscriptOps": v0_55,
  "getWorkspaceTrust": v0_56,
  "grepFiles": v0_57,
  "initSession": v0_58,
  "listAgents": v0_59,
  "listApprovals": v0_60,
  "listChildSessions": v0_61,
  "listCronJobs": v0_62,
  "listFiles": v0_63,
  "listInputHistory": v0_64,
  "listManyFiles": v0_65,
  "listMessages": v0_66,
  "listPermissionRules": v0_67,
  "listPlans": v0_68,
  "listPrompts": v0_69,
  "listQuestions": v0_70,
  "listSkills": v0_71,
  "listTasks": v0_72,
  "listTerminals": v0_73,
  "listTodos": v0_74,
  "listUserMessages": v0_75,
  "listWarnings": v0_76,
  "listWorkspaceAgents": v0_77,
  "listWorkspaceSkills": v0_78,
  "loadSession": v0_79,
  "makeDirectory": v0_80,
  "openFile": v0_81,
  "openFileIn": v0_82,
  "pauseGoal": v0_83,
  "readFile": v0_84,
  "redoSession": v0_85,
  "refreshProvider": v0_86,
  "reloadSession": v0_87,
  "removePrompt": v0_88,
  "renameWorkspace": v0_89,
  "replaceDirectories": v0_90,
  "replaceManagedMcpServer": v0_91,
  "replaceProvider": v0_92,
  "resolveApproval": v0_93,
  "restartMcpServer": v0_94,
  "restoreSession": v0_95,
  "resumeGoal": v0_96,
  "retrySession": v0_97,
  "revealFile": v0_98,
  "runShell": v0_99,
  "searchFiles": v0_100,
  "setDefaultModel": v0_101,
  "setGoalQueue": v0_102,
  "setRuntime": v0_103,
  "startSideAgent": v0_104,
  "statFile": v0_105,
  "statManyFiles": v0_106,
  "steerPrompt": v0_107,
  "steerPrompts": v0_108,
  "streamSessionEvents": v0_109,
  "submitPrompt": v0_110,
  "trustWorkspace": v0_111,
  "undoSession": v0_112,
  "unregisterWorkspace": v0_113,
  "untrustWorkspace": v0_114,
  "updateSessionProfile": v0_115,
};

export const queryValidators = {
  "beginMcpAuth": v1_0,
  "browseHost": v1_1,
  "cancelLogin": v1_2,
  "createManagedMcpServer": v1_3,
  "debugContext": v1_4,
  "debugEvents": coercing(v1_5, {"after_seq":"integer","limit":"integer"}, []),
  "debugPermissions": v1_6,
  "deleteManagedMcpServer": v1_7,
  "downloadFile": v1_8,
  "getAccountUsage": v1_9,
  "getAccountUser": v1_10,
  "getGuiItem": v1_11,
  "getHostFile": v1_12,
  "getLogin": v1_13,
  "getManagedMcpServer": v1_14,
  "getTask": coercing(v1_15, {"with_output":"boolean","output_bytes":"integer"}, []),
  "getTranscript": coercing(v1_16, {"page_size":"integer"}, []),
  "getTranscriptOps": coercing(v1_17, {"since_seq":"integer"}, []),
  "getUsage": coercing(v1_18, {"limit":"integer"}, []),
  "listApprovals": v1_19,
  "listChildSessions": coercing(v1_20, {"page_size":"integer","busy":"boolean","include_archive":"boolean"}, []),
  "listInbox": coercing(v1_21, {"limit":"integer"}, []),
  "listInputHistory": coercing(v1_22, {"limit":"integer"}, []),
  "listManagedMcpServers": v1_23,
  "listMcpAuthStatuses": coercing(v1_24, {"verify":"boolean"}, []),
  "listMcpServers": v1_25,
  "listMessages": coercing(v1_26, {"page_size":"integer"}, []),
  "listPlans": v1_27,
  "listPrompts": v1_28,
  "listQuestions": v1_29,
  "listSessions": coercing(v1_30, {"page_size":"integer","busy":"boolean","include_archive":"boolean","archived_only":"boolean","exclude_empty":"boolean"}, []),
  "listTasks": v1_31,
  "listTodos": v1_32,
  "listTools": v1_33,
  "listUserMessages": v1_34,
  "querySessions": coercing(v1_35, {"meta.updated_after":"integer","meta.updated_before":"integer","meta.has_prompt":"boolean","group.page_size":"integer","page_size":"integer","page":"integer","workspace.id":"string","activity.status":"string"}, ["workspace.id","activity.status"]),
  "replaceManagedMcpServer": v1_36,
  "resetMcpAuth": v1_37,
  "restartMcpServer": v1_38,
  "streamSessionEvents": coercing(v1_39, {"after_seq":"integer","follow":"boolean","volatile":"boolean","inflight":"boolean","agent_id":"string"}, ["agent_id"]),
};

export const bodyValidators = {
  "activateSkill": v2_0,
  "addDirectory": v2_1,
  "addInputHistory": v2_2,
  "answerQuestion": v2_3,
  "archiveSessions": v2_4,
  "beginMcpAuth": v2_5,
  "cancelMcpAuth": v2_6,
  "compactSession": v2_7,
  "completeMcpAuth": v2_8,
  "createChildSession": v2_9,
  "createGoal": v2_10,
  "createManagedMcpServer": v2_11,
  "createProvider": v2_12,
  "createSession": v2_13,
  "createTerminal": v2_14,
  "diffFile": v2_15,
  "editPrompt": v2_16,
  "explainPermission": v2_17,
  "exportSession": v2_18,
  "forkSession": v2_19,
  "generateSessionTitle": v2_20,
  "getGitStatus": v2_21,
  "grepFiles": v2_22,
  "importCatalog": v2_23,
  "importRegistry": v2_24,
  "inspectMcpServers": v2_25,
  "listFiles": v2_26,
  "listManyFiles": v2_27,
  "loadSession": v2_28,
  "logout": v2_29,
  "makeDirectory": v2_30,
  "makeHostDirectory": v2_31,
  "openFile": v2_32,
  "openFileIn": v2_33,
  "readFile": v2_34,
  "redoSession": v2_35,
  "registerWorkspace": v2_36,
  "removeGuiItem": v2_37,
  "renameWorkspace": v2_38,
  "replaceDirectories": v2_39,
  "replaceManagedMcpServer": v2_40,
  "replaceProvider": v2_41,
  "resetMcpAuth": v2_42,
  "resolveApproval": v2_43,
  "restoreSessions": v2_44,
  "revealFile": v2_45,
  "runShell": v2_46,
  "searchFiles": v2_47,
  "searchSessions": v2_48,
  "searchWorkspaceFiles": v2_49,
  "setGoalQueue": v2_50,
  "setGuiItem": v2_51,
  "setRuntime": v2_52,
  "startLogin": v2_53,
  "statFile": v2_54,
  "statManyFiles": v2_55,
  "steerPrompts": v2_56,
  "submitPrompt": v2_57,
  "suggestWorkspaceFiles": v2_58,
  "testMcpServer": v2_59,
  "trustWorkspace": v2_60,
  "undoSession": v2_61,
  "updateConfig": v2_62,
  "updateSessionProfile": v2_63,
  "uploadFile": coercing(v2_64, {"expires_in_sec":"integer"}, []),
};

export const frameValidators = {
  "abort": v3_0,
  "client_hello": v3_1,
  "ping": v3_2,
  "pong": v3_3,
  "subscribe": v3_4,
  "subscribe_v2": v3_5,
  "terminal_attach": v3_6,
  "terminal_close": v3_7,
  "terminal_detach": v3_8,
  "terminal_input": v3_9,
  "terminal_resize": v3_10,
  "unsubscribe": v3_11,
  "unsubscribe_v2": v3_12,
  "watch_fs_add": v3_13,
  "watch_fs_remove": v3_14,
};

export const toolValidators = {
  "Agent": v4_0,
  "AskUserQuestion": v4_1,
  "Bash": v4_2,
  "CreateGoal": v4_3,
  "CronCreate": v4_4,
  "CronDelete": v4_5,
  "CronList": v4_6,
  "Edit": v4_7,
  "EnterPlanMode": v4_8,
  "ExitPlanMode": v4_9,
  "FetchURL": v4_10,
  "GetGoal": v4_11,
  "Glob": v4_12,
  "Grep": v4_13,
  "Read": v4_14,
  "ReadMediaFile": v4_15,
  "SetGoalBudget": v4_16,
  "Skill": v4_17,
  "TaskList": v4_18,
  "TaskOutput": v4_19,
  "TaskStop": v4_20,
  "TodoList": v4_21,
  "UpdateGoal": v4_22,
  "WaitFor": v4_23,
  "WebSearch": v4_24,
  "Write": v4_25,
};

export const fileValidators = {
  "AgentFile": v5_0,
  "ConfigFile": v5_1,
  "InstanceFile": v5_2,
  "McpFile": v5_3,
  "SkillFile": v5_4,
  "TuiFile": v5_5,
};
