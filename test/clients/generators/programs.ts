/**
 * A small program on each generated client. It commits the composition of `composition.json`, reads it back, and prints the id of the version and
 * the composition, a line each.
 */

/** openapi-generator, `go`. */
export const GO = `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	cairn "github.com/example/cairn"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	text, err := os.ReadFile("composition.json")
	check(err)
	var composition cairn.COMPOSITION
	check(json.Unmarshal(text, &composition))
	settings := cairn.NewConfiguration()
	settings.Servers = cairn.ServerConfigurations{{URL: os.Getenv("CAIRN_URL")}}
	settings.AddDefaultHeader("Authorization", "Bearer "+os.Getenv("CAIRN_TOKEN"))
	api := cairn.NewAPIClient(settings).CompositionAPI
	made, err := api.CompositionCreate(context.Background(), os.Getenv("EHR_ID")).COMPOSITION(composition).Execute()
	check(err)
	version := strings.Trim(made.Header.Get("ETag"), "\\"")
	read, _, err := api.CompositionGet(context.Background(), os.Getenv("EHR_ID"), version).Execute()
	check(err)
	shown, err := json.Marshal(read)
	check(err)
	fmt.Printf("%s\\n%s\\n", version, shown)
}
`

/** oapi-codegen. */
export const OAPI_GO = `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"

	"example.org/commit/cairn"
	"github.com/google/uuid"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	text, err := os.ReadFile("composition.json")
	check(err)
	var composition cairn.COMPOSITION
	check(json.Unmarshal(text, &composition))
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("CAIRN_TOKEN"))
		return nil
	}
	client, err := cairn.NewClientWithResponses(os.Getenv("CAIRN_URL"), cairn.WithRequestEditorFn(authorize))
	check(err)
	ehr := uuid.MustParse(os.Getenv("EHR_ID"))
	made, err := client.CompositionCreateWithResponse(context.Background(), ehr, nil, composition)
	check(err)
	if made.StatusCode() != 201 {
		check(fmt.Errorf("%s %s", made.Status(), made.Body))
	}
	version := strings.Trim(made.HTTPResponse.Header.Get("ETag"), "\\"")
	read, err := client.CompositionGetWithResponse(context.Background(), ehr, version, nil)
	check(err)
	var stored cairn.COMPOSITION
	// Not JSON200: with several kinds of JSON, it wants a Content-Type without charset.
	check(json.Unmarshal(read.Body, &stored))
	shown, err := json.Marshal(stored)
	check(err)
	fmt.Printf("%s\\n%s\\n", version, shown)
}
`

/** openapi-generator, \`java\`. */
export const JAVA = `import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiResponse;
import org.openapitools.client.Configuration;
import org.openapitools.client.api.CompositionApi;
import org.openapitools.client.model.COMPOSITION;

public class Commit {
  public static void main(String[] args) throws Exception {
    ApiClient client = Configuration.getDefaultApiClient();
    client.setBasePath(System.getenv("CAIRN_URL"));
    client.addDefaultHeader("Authorization", "Bearer " + System.getenv("CAIRN_TOKEN"));
    CompositionApi api = new CompositionApi(client);
    UUID ehr = UUID.fromString(System.getenv("EHR_ID"));
    COMPOSITION composition = COMPOSITION.fromJson(Files.readString(Path.of("composition.json")));
    ApiResponse<Void> made = api.compositionCreateWithHttpInfo(ehr, composition, null, null, null, null, null, null, null, null, null);
    String version = made.getHeaders().get("etag").get(0).replace("\\"", "");
    COMPOSITION read = api.compositionGet(ehr, version, null, null, null, null);
    System.out.println(version);
    System.out.println(read.toJson());
    System.exit(0);
  }
}
`

/** openapi-generator, \`typescript-fetch\`. */
export const TYPESCRIPT = `import { readFileSync } from 'node:fs'
import { CompositionApi, Configuration, COMPOSITIONFromJSON, COMPOSITIONToJSON } from './index'

const { CAIRN_URL, CAIRN_TOKEN, EHR_ID } = process.env as Record<string, string>
const headers = { Authorization: \`Bearer \${CAIRN_TOKEN}\` }
const api = new CompositionApi(new Configuration({ basePath: CAIRN_URL, headers }))

async function main() {
  const cOMPOSITION = COMPOSITIONFromJSON(JSON.parse(readFileSync('composition.json', 'utf8')))
  const made = await api.compositionCreateRaw({ ehrId: EHR_ID!, cOMPOSITION })
  await made.value()
  const version = (made.raw.headers.get('ETag') ?? '').replaceAll('"', '')
  const read = await api.compositionGet({ ehrId: EHR_ID!, uidBasedId: version })
  console.log(version)
  console.log(JSON.stringify(COMPOSITIONToJSON(read!)))
}
void main()
`

/** openapi-generator, \`python\`. */
export const PYTHON = `import os
from cairn_api import ApiClient, Configuration
from cairn_api.api.composition_api import CompositionApi
from cairn_api.models.composition import COMPOSITION

client = ApiClient(Configuration(host=os.environ["CAIRN_URL"], access_token=os.environ["CAIRN_TOKEN"]))
api = CompositionApi(client)
with open("composition.json", encoding="utf-8") as file:
    composition = COMPOSITION.from_json(file.read())
made = api.composition_create_with_http_info(os.environ["EHR_ID"], composition)
version = {name.lower(): value for name, value in made.headers.items()}["etag"].strip('"')
read = api.composition_get(os.environ["EHR_ID"], version)
print(version)
print(read.to_json())
`

/** openapi-python-client. */
export const PYTHON_CLIENT = `import json
import os
from uuid import UUID
from cairn_client import AuthenticatedClient
from cairn_client.api.composition import composition_create, composition_get
from cairn_client.models.composition import COMPOSITION

client = AuthenticatedClient(base_url=os.environ["CAIRN_URL"], token=os.environ["CAIRN_TOKEN"])
ehr = UUID(os.environ["EHR_ID"])
with open("composition.json", encoding="utf-8") as file:
    composition = COMPOSITION.from_dict(json.load(file))
made = composition_create.sync_detailed(ehr, client=client, body=composition)
assert made.status_code == 201, made.content
version = made.headers["ETag"].strip('"')
read = composition_get.sync(ehr, version, client=client)
print(version)
print(json.dumps(read.to_dict()))
`
