using System;
using Newtonsoft.Json;
using VideoGen;

static class Program
{
    static void Main()
    {
        var done = JsonConvert.DeserializeObject<Task>("{\"status\":\"completed\",\"results\":[\"https://a.example/a.mp4\"]}");
        Console.WriteLine(done.Status + " " + done.Results[0]);
        var open = JsonConvert.DeserializeObject<Task>("{\"status\":\"at work\",\"progress\":12.5,\"eta\":3}");
        Console.WriteLine(open.Status + " " + open.Progress);
    }
}
