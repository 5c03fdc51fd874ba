import java.net.URI;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.TasksApi;
import org.openapitools.client.api.VideosApi;
import org.openapitools.client.model.CreatedTask;
import org.openapitools.client.model.GenerationRequest;

class CreateAndRead {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    URI server = URI.create(args[0]);
    client.setScheme("http").setHost(server.getHost()).setPort(server.getPort());
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + args[1]));
    GenerationRequest request = new GenerationRequest()
        .model(GenerationRequest.ModelEnum.TEXT_TO_VIDEO)
        .prompt("A paper boat");
    CreatedTask created = new VideosApi(client).createVideo(request);
    String status = new TasksApi(client).getTask(created.getId()).getStatus();
    System.out.println(created.getId() + " " + created.getStatus() + " " + status);
  }
}
